import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { isUnclaimed } from '../alert-facts.ts'
import type { NeedyAlert } from '../need.ts'

/** A part of the open alerts: whose turn it is. */
export interface Part {
  value: string
  label: string
  has: (alert: NeedyAlert, own_id: number | undefined) => boolean
}

/** Claimed by the person who looks. */
export const isMine = ({ claimed_by }: AlertCard, own_id: number | undefined): boolean =>
  claimed_by !== null && claimed_by.id === own_id

export const PARTS: readonly Part[] = [
  { value: '', label: 'All', has: () => true },
  { value: 'mine', label: 'Mine', has: ({ card }, own_id) => isMine(card, own_id) },
  { value: 'unclaimed', label: 'Unclaimed', has: ({ card }) => isUnclaimed(card) },
  { value: 'waiting', label: 'Waiting', has: ({ card, need }) => need.group === 'action' && !isUnclaimed(card) },
  { value: 'moving', label: 'Moving', has: ({ need }) => need.group === 'moving' },
]
