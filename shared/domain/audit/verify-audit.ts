import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'

/** Seals looked at by one statement: at most two hundred thousand entries. */
const AT_ONCE = 200

interface CheckedSeal {
  first_id: number
  last_id: number
  entries: number
  previous: string
  hash: string
  sealed_at: Date
  forgotten: boolean
  /** Hash and number of the entries as they are now; null for a range that retention has removed. */
  found: { hash: string; entries: number } | null
}

export interface AuditCheck {
  seals: number
  entries: number
  /** Seals whose entries are older than the law wants them kept. */
  forgotten: number
  /** Entries since the last seal: nothing says yet that they are as they were written. */
  unsealed: number
  last: { last_id: number; hash: string; sealed_at: string } | null
  /** The first range where something is wrong; whatever comes after it was checked no more. */
  broken: { first_id: number; last_id: number; reason: string } | null
  /** Whether the hash that was noted elsewhere is in the chain; null when none was given. */
  has_noted: boolean | null
}

/**
 * Follows the chain of seals from its beginning and reckons each anew from the entries as they are: one that was changed,
 * removed or added is found, with its range. `noted` is a hash from the log of a worker: a chain that somebody who rules
 * the database has cut or forged as a whole lacks it.
 */
export async function verifyAudit({
  ctx: { db },
  input = {},
}: {
  ctx: Pick<Ctx, 'db'>
  input?: { noted?: string }
}): Promise<AuditCheck> {
  const check: AuditCheck = {
    seals: 0,
    entries: 0,
    forgotten: 0,
    unsealed: 0,
    last: null,
    broken: null,
    has_noted: input.noted ? false : null,
  }
  let before: CheckedSeal | null = null
  for (let page = await readSeals(db, 0); page.length > 0; page = await readSeals(db, before!.first_id)) {
    for (const seal of page) {
      const reason = faultOf(seal, before)
      if (reason)
        return { ...check, broken: { first_id: before ? before.last_id + 1 : 1, last_id: seal.last_id, reason } }
      check.seals += 1
      check.entries += seal.found?.entries ?? 0
      check.forgotten += seal.forgotten ? 1 : 0
      check.last = { last_id: seal.last_id, hash: seal.hash, sealed_at: seal.sealed_at.toISOString() }
      if (seal.hash === input.noted) check.has_noted = true
      before = seal
    }
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_log where id > ${check.last?.last_id ?? 0}`.execute(db)
  return { ...check, unsealed: rows[0]!.n }
}

async function readSeals(db: Db, after: number): Promise<CheckedSeal[]> {
  const { rows } = await sql<CheckedSeal>`
    select s.first_id, s.last_id, s.entries, encode(s.previous, 'hex') as previous, encode(s.hash, 'hex') as hash,
      s.sealed_at, s.forgotten_at is not null as forgotten,
      case when s.forgotten_at is null then (
        select json_build_object('hash', encode(d.hash, 'hex'), 'entries', d.entries)
        from audit_digest(s.previous, s.first_id, s.last_id) d) end as found
    from audit_seals s where s.first_id > ${after} order by s.first_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** What is wrong with a seal that follows `before`, in words; null when it is whole. */
function faultOf(seal: CheckedSeal, before: CheckedSeal | null): string | null {
  if (seal.first_id !== (before ? before.last_id + 1 : 1)) return 'A seal is missing.'
  if (before && seal.previous !== before.hash) return 'The seal does not follow from the one before.'
  // Retention goes from the oldest on: what it has removed cannot lie behind something that is still there.
  if (seal.forgotten && before && !before.forgotten)
    return 'Entries are marked as removed by retention among younger ones.'
  if (!seal.found) return null
  if (seal.found.entries < seal.entries)
    return `${seal.entries - seal.found.entries} of ${seal.entries} entries are gone.`
  if (seal.found.entries > seal.entries) return `There are ${seal.found.entries - seal.entries} entries too many.`
  return seal.found.hash === seal.hash ? null : 'An entry was changed.'
}
