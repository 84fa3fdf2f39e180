import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { olderThan, seconds } from '../../platform/database/moments-sql.ts'

/** Entries of one seal. Retention removes sealed ranges whole, so they are small. */
const MOST = 1_000
/** An entry is sealed at most this much later than it was written, when fewer wait. */
const WITHIN_SECONDS = 5 * 60
/** How long a run waits for open writers before it leaves them to the next. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 50

interface Seal {
  first_id: number
  last_id: number
  entries: number
  hash: string
}

/**
 * Seals what has been written to the audit log since the last seal, when it is due (`now`: in any case). Returns the
 * new seals. Each is logged too, out of reach of the database's owner. Any number of workers may try at once: only one
 * can follow a seal.
 */
export async function sealAudit({
  ctx,
  input = {},
}: {
  ctx: Pick<Ctx, 'db' | 'log'>
  input?: { now?: boolean; patience_ms?: number }
}): Promise<Seal[]> {
  const { db, log } = ctx
  if (!(await isDue(db, input.now ?? false))) return []
  const settled = await settledUpTo(db, input.patience_ms ?? PATIENCE_MS)
  const seals: Seal[] = []
  while (settled !== null && (await isDue(db, input.now ?? false))) {
    const seal = await addSeal(db, settled)
    if (!seal) break
    log.info({ seal }, 'audit log sealed')
    seals.push(seal)
  }
  return seals
}

const LAST_SEALED = sql<number>`coalesce((select max(last_id) from audit_seals), 0)`

async function isDue(db: Db, now: boolean): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select count(*) = ${MOST} or coalesce(${olderThan(sql`min(at)`, seconds(now ? 0 : WITHIN_SECONDS))}, false) as due
    from (select at from audit_log where id > ${LAST_SEALED} order by id limit ${MOST}) waiting`.execute(db)
  return rows[0]!.due
}

/**
 * A number up to which no entry can be added any more, or null when a writer takes too long.
 *
 * Numbers are handed out before the commit, and some never arrive. But a writer holds the table's lock for writers from
 * before it has a number until its transaction ends. So: take the highest visible number, read who holds that lock, and
 * wait for exactly those. No writer waits for this.
 */
async function settledUpTo(db: Db, patience_ms: number): Promise<number | null> {
  const { rows } = await sql<{ highest: number; writers: string[] }>`
    select (select max(id) from audit_log) as highest, ${writers()} as writers`.execute(db)
  const { highest, writers: before } = rows[0]!
  for (let waited = 0; waited <= patience_ms; waited += LOOK_EVERY_MS) {
    const { rows: still } = await sql<{ some: boolean }>`select ${writers()} && ${before}::text[] as some`.execute(db)
    if (!still[0]!.some) return highest
    await wait(LOOK_EVERY_MS)
  }
  return null
}

/** The transactions, by an id that is never used again, that may have added entries not visible yet. */
const writers = () => sql<string[]>`array(
  select virtualtransaction from pg_locks
  where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))`

/** The next seal; null when there is nothing left below `settled`, or when another worker was faster. */
async function addSeal(db: Db, settled: number): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    insert into audit_seals (first_id, last_id, previous, entries, newest_at, hash)
    select range.*, digest.entries, digest.newest_at, digest.hash
    from (
      select ${LAST_SEALED} + 1 as first_id, max(id) as last_id,
        coalesce((select hash from audit_seals order by first_id desc limit 1), sha256('')) as previous
      from (select id from audit_log where id > ${LAST_SEALED} and id <= ${settled} order by id limit ${MOST}) waiting
      having count(*) > 0
    ) range, lateral audit_digest(range.previous, range.first_id, range.last_id) digest
    on conflict do nothing
    returning first_id, last_id, entries, encode(hash, 'hex') as hash`.execute(db)
  return rows[0] ?? null
}
