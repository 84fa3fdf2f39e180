import type { AlertPerson } from '@tvarit/shared/contracts/alerts'
import { LADDERS } from '@tvarit/shared/contracts/ladder'
import type { PillTone } from '../../../components/pill.tsx'

interface LadderStep {
  tone: PillTone
  /** Null for a person who is sent nothing that must be confirmed, or need not know any more. */
  label: string | null
  not_reached: boolean
}

const NOTHING: LadderStep = { tone: 'grey', label: null, not_reached: false }

/** How far telling a person has come: what is next and when, by the clock. */
export function ladderStep({ ladder }: Pick<AlertPerson, 'ladder'>, now: number): LadderStep {
  if (!ladder || ladder.state === 'over') return NOTHING
  if (ladder.state === 'told') return { tone: 'green', label: 'Notified', not_reached: false }
  const { rungs, not_reached_seconds } = LADDERS[ladder.name]
  const seconds = (now - Date.parse(ladder.began_at)) / 1000
  if (seconds >= not_reached_seconds) return { tone: 'red', label: 'Not reached', not_reached: true }
  const next = ladder.calls ? rungs.find(({ after_seconds }) => after_seconds > seconds) : undefined
  const left = Math.ceil((next?.after_seconds ?? not_reached_seconds) - seconds)
  return { tone: 'brand', label: next ? `Call in ${left} s` : `Waiting ${left} s more`, not_reached: false }
}
