import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ago, days } from '../../platform/database/moments-sql.ts'

/** Seals checked by one statement: at most two hundred thousand entries. */
const AT_ONCE = 200

export interface CheckedSeal {
  first_id: number
  last_id: number
  entries: number
  previous: string
  hash: string
  sealed_at: Date
  forgotten: boolean
  /** Its newest entry is not a year old: retention cannot have removed it. */
  young: boolean
  /** Hash and number of the entries as they are now; null for a range that retention has removed. */
  found: { hash: string; entries: number } | null
}

/** The last seal that was found whole: a check goes on behind it. */
export type CheckedTo = Pick<CheckedSeal, 'first_id' | 'last_id' | 'hash'>

/** Where something is wrong, in words. */
export interface BrokenRange {
  first_id: number
  last_id: number
  reason: string
}

export interface SealsCheck {
  /** Those that are whole, up to the first that is not. */
  seals: CheckedSeal[]
  broken: BrokenRange | null
  /** There are more behind them. */
  more: boolean
}

/**
 * Computes the next seals behind `from` (null: from the beginning) again from the entries as they are. `from` itself
 * must still be as it was. One statement sees all of them, so retention at the same time is never taken for a fault.
 */
export async function checkSeals(db: Db, from: CheckedTo | null): Promise<SealsCheck> {
  const read = await readSeals(db, from?.first_id ?? 0)
  const known = from ? read[0] : null
  const behind = from ? read.slice(1) : read
  if (from && known?.hash !== from.hash) {
    const { first_id, last_id } = from
    return {
      seals: [],
      broken: { first_id, last_id, reason: 'A seal that was whole is gone or another.' },
      more: false,
    }
  }
  let before = known ?? null
  for (const [index, seal] of behind.entries()) {
    const reason = faultOf(seal, before)
    if (reason) {
      const broken = { first_id: before ? before.last_id + 1 : 1, last_id: seal.last_id, reason }
      return { seals: behind.slice(0, index), broken, more: false }
    }
    before = seal
  }
  return { seals: behind, broken: null, more: read.length > AT_ONCE }
}

/** The seal that begins at `first_id` or after it, and those behind. */
async function readSeals(db: Db, first_id: number): Promise<CheckedSeal[]> {
  const { rows } = await sql<CheckedSeal>`
    select s.first_id, s.last_id, s.entries, encode(s.previous, 'hex') as previous, encode(s.hash, 'hex') as hash,
      s.sealed_at, s.forgotten_at is not null as forgotten,
      s.newest_at > ${ago(days(365))} as young,
      case when s.forgotten_at is null then (
        select json_build_object('hash', encode(d.hash, 'hex'), 'entries', d.entries)
        from audit_digest(s.previous, s.first_id, s.last_id) d) end as found
    from audit_seals s where s.first_id >= ${first_id} order by s.first_id limit ${AT_ONCE + 1}`.execute(db)
  return rows
}

/** What is wrong with a seal that follows `before`, in words; null when it is whole. */
function faultOf(seal: CheckedSeal, before: CheckedSeal | null): string | null {
  if (seal.first_id !== (before ? before.last_id + 1 : 1)) return 'A seal is missing.'
  if (before && seal.previous !== before.hash) return 'The seal does not follow from the one before.'
  // Retention goes from the oldest on: what it has removed cannot lie behind something that is still there.
  if (seal.forgotten && before && !before.forgotten)
    return 'Entries are marked as removed by retention among younger ones.'
  if (seal.forgotten && seal.young) return 'Entries are marked as removed by retention before their year was over.'
  if (!seal.found) return null
  if (seal.found.entries < seal.entries)
    return `${seal.entries - seal.found.entries} of ${seal.entries} entries are gone.`
  if (seal.found.entries > seal.entries) return `There are ${seal.found.entries - seal.entries} entries too many.`
  return seal.found.hash === seal.hash ? null : 'An entry was changed.'
}
