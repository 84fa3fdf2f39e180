import type { Write } from '../write-log.ts'

/** Bookkeeping that belongs to nobody: counters, limits, what was done and what is still to be sent. */
const EVERYBODYS = new Set([
  'live_counter',
  'tallies',
  'audit_log',
  'rate_limits',
  'outbox',
  'file_removals',
  'settings',
  // One plan, which every admin may change; removing a person moves the turns of the others.
  'on_call_people',
  'on_call_settings',
])
/** What a rejection may leave behind: that it happened, how often a person has tried, and that its files have to go. */
const AFTER_REJECTION = new Set([
  'audit_log',
  'rate_limits',
  'otp_challenges',
  'login_challenges',
  'sessions',
  'file_removals',
])

const idsOf = (row: Record<string, unknown>): number[] =>
  Object.entries(row).flatMap(([name, value]) =>
    (name === 'id' || name.endsWith('_id') || name.endsWith('_by')) && typeof value === 'number' ? [value] : [],
  )

/** What a request may refer to: ids, and everything else that its text says. */
export interface Claim {
  ids: number[]
  text: string
}

/** Rows are also named by their own long name: a session's id, a vehicle, a phone. */
const isNamed = (row: Record<string, unknown>, text: string): boolean =>
  Object.entries(row).some(
    ([name, value]) =>
      /^id$|_number$|phone/.test(name) && typeof value === 'string' && value.length >= 8 && text.includes(value),
  )

/**
 * Rows a request had no business with. A rejected request writes nothing but limits and audit; an accepted one changes
 * only rows that it names (in its path or body), that are the caller's, or that hang on such a row.
 */
export function foreignWrites(writes: Write[], rejected: boolean, claim: Claim): string[] {
  const describe = ({ operation, relation, row }: Write) =>
    `${operation} ${relation} ${JSON.stringify(row).slice(0, 160)}`
  if (rejected) return writes.filter(({ relation }) => !AFTER_REJECTION.has(relation)).map(describe)
  const known = new Set(claim.ids)
  let open = writes.filter(({ operation, relation }) => operation !== 'INSERT' && !EVERYBODYS.has(relation))
  // What was made now leads to what belongs to it; an old row only when the request has a claim to it.
  for (const { operation, row } of writes) if (operation === 'INSERT') for (const id of idsOf(row)) known.add(id)
  for (;;) {
    const explained = open.filter(({ row }) => isNamed(row, claim.text) || idsOf(row).some((id) => known.has(id)))
    if (explained.length === 0) return open.map(describe)
    for (const { row } of explained) for (const id of idsOf(row)) known.add(id)
    open = open.filter((write) => !explained.includes(write))
  }
}
