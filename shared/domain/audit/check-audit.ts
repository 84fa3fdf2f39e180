import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { type BrokenRange, type CheckedTo, checkSeals } from './check-seals.ts'
import { hours, isDue } from '../../platform/database/moments-sql.ts'

/** Pages of seals one run checks: 4,000 seals, two weeks of them. */
const PAGES = 20

interface Walk {
  /** The last seal that was found whole. */
  at: CheckedTo | null
  pages: number
  broken: BrokenRange | null
  /** Nothing is left behind it. */
  ended: boolean
}

/**
 * Checks the seals of the audit log once a day, by one of the workers: the new ones, then older ones in turn up to the
 * day's limit. A fault is kept for the operations page and logged. The check stops in front of it, so every run reports
 * it until it is mended. Returns null when no check is due. When a worker dies half-way, another goes on an hour later.
 */
export async function checkAudit({
  ctx: { db, log },
}: {
  ctx: Pick<Ctx, 'db' | 'log'>
}): Promise<{ broken: BrokenRange | null } | null> {
  const state = await claim(db)
  if (!state) return null
  const fresh = await walk(db, state.newest, PAGES)
  const round = await walk(db, state.round, PAGES - fresh.pages)
  const broken = fresh.broken ?? round.broken
  await sql`
    update audit_checks set ended_at = now(), next_at = now() + interval '1 day', newest = ${toJson(fresh.at)},
      round = ${toJson(round.ended ? null : round.at)}, broken = ${toJson(broken)},
      round_ended_at = case when ${round.ended} then now() else round_ended_at end`.execute(db)
  if (broken) log.error({ broken }, 'the audit log is broken')
  return { broken }
}

async function claim(db: Db): Promise<{ newest: CheckedTo | null; round: CheckedTo | null } | undefined> {
  const { rows } = await sql<{ newest: CheckedTo | null; round: CheckedTo | null }>`
    update audit_checks set next_at = now() + interval '1 hour' where ${isDue('next_at', hours(25))} returning newest, round`.execute(
    db,
  )
  return rows[0]
}

async function walk(db: Db, from: CheckedTo | null, most: number): Promise<Walk> {
  let at = from
  for (let pages = 1; pages <= most; pages++) {
    const { seals, broken, more } = await checkSeals(db, at)
    at = seals.at(-1) ?? at
    if (broken || !more) return { at, pages, broken, ended: !broken }
  }
  return { at, pages: most, broken: null, ended: false }
}

const toJson = (value: CheckedTo | BrokenRange | null) => {
  if (!value) return sql`null::jsonb`
  const { first_id, last_id } = value
  const more = 'hash' in value ? { hash: value.hash } : { reason: value.reason }
  return sql`${JSON.stringify({ first_id, last_id, ...more })}::jsonb`
}
