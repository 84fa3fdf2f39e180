import { sql } from 'kysely'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { MissingFile } from '../../../platform/storage/file-store.ts'
import { erasePerson } from './erase-person.ts'

/**
 * Keeps the list of erased people beside the database. A restored backup brings people back, without the rows that
 * erased them. An id may then be another person's, so the moment of registration goes with it. The list is there from
 * the first start on, so it also says that the installation had a database.
 */
const KEY = 'erasures/list.json'
const list = z.array(z.object({ user_id: z.number(), registered: z.string() }))
type Listed = z.infer<typeof list>

/** The list; null when there is none. Throws an Error that says how to go on when it is damaged. */
export async function readErasureList(storage: Ctx['storage']): Promise<Listed | null> {
  try {
    return list.parse(JSON.parse((await storage.read(KEY)).toString()))
  } catch (error) {
    if (error instanceof MissingFile) return null
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new Error(
      `The list of erased people is damaged. Bring back ${KEY} (in DATA_DIR/files or the bucket) from the backup of the files. ` +
        'If the database was never restored from a backup, remove it: it is then written again from the database.',
      { cause: error },
    )
  }
}

const writeList = (storage: Ctx['storage'], people: Listed) =>
  storage.put(KEY, Buffer.from(JSON.stringify(people)), 'application/json')

const locked = sql`select pg_advisory_xact_lock(hashtextextended('erasure list', 0))`

/** Adds new erasures to the list. Returns how many. */
export async function listErasures({ ctx }: { ctx: Ctx }): Promise<number> {
  if (!(await ctx.db.selectFrom('erasures').select('user_id').where('listed_at', 'is', null).executeTakeFirst()))
    return 0
  return inTransaction(ctx, async ({ db, storage }) => {
    // One worker after the other: the file is written as a whole.
    await locked.execute(db)
    const { rows } = await sql<Listed[number]>`
      with fresh as (update erasures set listed_at = now() where listed_at is null returning user_id)
      select user_id, extract(epoch from created_at)::text as registered from fresh join users on id = user_id`.execute(
      db,
    )
    if (rows.length === 0) return 0
    const known = (await readErasureList(storage)) ?? []
    await writeList(storage, [...known, ...rows])
    return rows.length
  })
}

/**
 * Erases again the people whom a restored backup has brought back. Returns how many. Where there is no list an empty one
 * is written and all erasures are marked as not listed, so that the next `listErasures` adds them.
 */
export async function eraseAgain({ ctx }: { ctx: Ctx }): Promise<number> {
  const listed = await inTransaction(ctx, async ({ db, storage }) => {
    await locked.execute(db)
    const found = await readErasureList(storage)
    if (found) return found
    await writeList(storage, [])
    await db.updateTable('erasures').set({ listed_at: null }).execute()
    return []
  })
  const back = await peopleBack(ctx.db, listed)
  for (const user_id of back) {
    await inTransaction(ctx, ({ db }) =>
      erasePerson(db, { user_id, erased_by: null, reason: 'Erased before a backup was restored' }, true),
    )
  }
  return back.length
}

/** Ids of those on the list who are not erased in the database. */
export async function peopleBack(db: Db, listed: Listed): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as l (user_id bigint, registered text)
    join users u on u.id = l.user_id and extract(epoch from u.created_at)::text = l.registered
    where u.id not in (select user_id from erasures) order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
