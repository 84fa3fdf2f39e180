/** `import` also hands an alert over to one of the hospitals, again and again. */
export const ATTACK_NAMES = [
  'sockets',
  'uploads',
  'coupon',
  'status',
  'batches',
  'import',
  'forms',
  'documents',
  'pictures',
  'codes',
  'network',
] as const
export type AttackName = (typeof ATTACK_NAMES)[number]

export interface AttackPlan {
  /** Only this, on a hundred connections. */
  flood?: { method: string; path: string }
  attacks: readonly AttackName[]
  url: string
  admin: string
  staff: string
  hot_sticker: string
  /** Of an alert with a status link and a handover. */
  status_url: string
  alert_id: number
  hospital_id: number
  hospitals_csv: string
  /** A PNG of a few kilobytes and forty million pixels, in base64. */
  picture: string
}

/** How often each attack got an answer, or a connection, by what came of it. */
export type Attacked = Record<string, Record<string, number>>
