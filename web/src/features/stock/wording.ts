import { dayText } from '@tvarit/shared/contracts/indian-time'
import type { Holder } from '@tvarit/shared/contracts/stock'
import { formatCount } from '../../lib/format-count.ts'

/** `1 sticker`, `5,000 stickers`. */
export const stickers = (n: number): string => `${formatCount(n)} ${n === 1 ? 'sticker' : 'stickers'}`

export const LEVEL_NAMES = {
  super_distributor: 'Super Distributor',
  distributor: 'Distributor',
  retailer: 'Retailer',
} as const

/** Whom those of a level give to. */
export const BELOW = {
  super_distributor: 'distributors',
  distributor: 'retailers',
  retailer: null,
} as const

export const holderName = (holder: Holder | null): string => holder?.name ?? 'Company'

/** `Gujarat March (batch 12)`, `Batch 12`, `Single coupons`. */
export function batchName(batch: { id: number | null; name: string | null }): string {
  if (batch.id === null) return 'Single coupons'
  return batch.name ? `${batch.name} (batch ${batch.id})` : `Batch ${batch.id}`
}

/** `Nov 2026` of `2026-11`. */
export const monthText = (month: string): string => dayText(`${month}-01`).slice(3)
