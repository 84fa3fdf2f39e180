import { sql } from 'kysely'
import { type Answer, call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export const post = (world: World, path: string, who: { access: string }, body: object = {}): Promise<Answer> =>
  call(world.url, path, { body, access: who.access })

export const userRow = (world: World, id: number) =>
  world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Every row of every table that holds one of the texts, also as bytes. */
export async function rowsWith(world: World, texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'bullmq')`.execute(world.db)
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => `%${text}%`)
  const found = []
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike any (${wanted}::text[])`.execute(world.db)
    found.push(...rows.rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** The minute between two codes to one number is over. */
export const waitedEnough = (world: World, { phone_number }: Person) =>
  world.db
    .updateTable('otp_challenges')
    .set({ created_at: sql`now() - interval '2 minutes'` })
    .where('phone_number', '=', phone_number)
    .execute()
