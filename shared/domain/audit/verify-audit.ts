import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { type BrokenRange, type CheckedSeal, checkSeals } from './check-seals.ts'

export interface AuditCheck {
  seals: number
  entries: number
  /** Seals whose entries are older than the law wants them kept. */
  forgotten: number
  /** Entries since the last seal, which nothing protects yet. */
  unsealed: number
  last: { last_id: number; hash: string; sealed_at: string } | null
  /** The first range where something is wrong; the check ends there. */
  broken: BrokenRange | null
  /** Whether the hash that was noted elsewhere is in the chain; null when none was given. */
  has_noted: boolean | null
}

/**
 * Follows the chain of seals from its beginning and computes each again from the entries. A changed, removed or added
 * entry is found, with its range. `noted` is a hash from the log of a worker: a chain that the database's owner has cut
 * or forged as a whole lacks it.
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
  let at: CheckedSeal | null = null
  for (let more = true; more;) {
    const page = await checkSeals(db, at)
    for (const seal of page.seals) {
      check.seals += 1
      check.entries += seal.found?.entries ?? 0
      check.forgotten += seal.forgotten ? 1 : 0
      check.last = { last_id: seal.last_id, hash: seal.hash, sealed_at: seal.sealed_at.toISOString() }
      if (seal.hash === input.noted) check.has_noted = true
      at = seal
    }
    if (page.broken) return { ...check, broken: page.broken }
    more = page.more
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_log where id > ${check.last?.last_id ?? 0}`.execute(db)
  return { ...check, unsealed: rows[0]!.n }
}
