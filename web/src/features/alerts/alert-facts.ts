import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { OWNER_PATIENCE_SECONDS } from '@tvarit/shared/contracts/alert-owner'
import type { StandingAmbulance } from '@tvarit/shared/contracts/consoles'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { serverNow } from '../../lib/server-clock.ts'

type Owned = Pick<AlertCard, 'status' | 'claimed_by' | 'waiting_since' | 'owner_deadline'>
type Subject = Owned & Pick<AlertCard, 'timestamp' | 'drill'>

/** No operator yet. */
export const isUnclaimed = (alert: Pick<AlertCard, 'status' | 'claimed_by'>): boolean =>
  alert.status === 'PENDING' && !alert.claimed_by

/** "Verify by phone" and never claimed: it waits without sound. */
export const waitsQuietly = (
  alert: Pick<AlertCard, 'verify_by_phone' | 'claimed_by' | 'waiting_since' | 'timestamp'>,
): boolean => alert.verify_by_phone && !alert.claimed_by && alert.waiting_since === alert.timestamp

/** Attended, and raised more than a day ago: the server adds neither an ambulance nor a handover any more. */
export const isOver = (alert: Pick<AlertCard, 'status' | 'timestamp'>): boolean =>
  alert.status === 'ATTENDED' && ageSeconds(alert, serverNow()) > 24 * 3600

/** Seconds since the press; never negative, whatever the clocks say. */
export const ageSeconds = (alert: Pick<AlertCard, 'timestamp'>, now: number): number =>
  Math.max(0, (now - Date.parse(alert.timestamp)) / 1000)

/**
 * Since when nobody answers for an open alert: the report, the moment it was put back, or the deadline that its owner let
 * pass, also when no worker runs to give it back. Null while its owner does: the only kind that is in no hurry.
 */
export function unansweredSince(alert: Owned, now: number): string | null {
  if (alert.status !== 'PENDING') return null
  if (!alert.claimed_by) return alert.waiting_since
  const { owner_deadline } = alert
  return owner_deadline && secondsSince(owner_deadline, now) >= OWNER_PATIENCE_SECONDS ? owner_deadline : null
}

/**
 * Since when the consoles of the alert's owner ring before all others do, for an act of theirs: the first stage of a
 * deadline has passed, or the ambulance stands still. Null for a person who does not hold the alert.
 */
export function holderSince(
  alert: Owned & Pick<AlertCard, 'id' | 'holder_deadline'>,
  own_id: number | undefined,
  standing: readonly StandingAmbulance[],
  now: number,
): string | null {
  if (alert.status !== 'PENDING' || !alert.claimed_by || alert.claimed_by.id !== own_id) return null
  const { holder_deadline } = alert
  if (holder_deadline && secondsSince(holder_deadline, now) >= 0) return holder_deadline
  return standing.find(({ alert_id }) => alert_id === alert.id)?.rings_from ?? null
}

/** `now` in milliseconds, by the server's clock. */
export const secondsSince = (at: string, now: number): number => (now - Date.parse(at)) / 1000

export type Urgency = 'calm' | 'new' | 'amber' | 'red'

/** Colour of the age: amber from 30 s, red from 60 s, and only while nobody answers for it. A drill is never urgent. */
export function urgency(alert: Subject, now: number): Urgency {
  if (unansweredSince(alert, now) === null) return 'calm'
  if (alert.drill) return 'new'
  const age = ageSeconds(alert, now)
  if (age >= LIMITS.age_red_seconds) return 'red'
  return age >= LIMITS.age_amber_seconds ? 'amber' : 'new'
}

/** Whose alert it is; a sticker nobody registered has no name, and neither has a drill of the office. */
export function personName(alert: { user: { first_name: string; last_name: string } | null; drill?: boolean }): string {
  if (!alert.user && alert.drill) return 'Drill'
  return alert.user ? `${alert.user.first_name} ${alert.user.last_name}`.trim() : 'Unregistered sticker'
}

/** The first name of the alert's owner, for buttons. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name

/** `19.07598, 72.87766`: five decimals are a metre. */
export function coordinates(alert: Pick<AlertCard, 'latitude' | 'longitude'>): string | null {
  if (alert.latitude === null || alert.longitude === null) return null
  return `${alert.latitude.toFixed(5)}, ${alert.longitude.toFixed(5)}`
}

/** What a radius of uncertainty means, said honestly: a wrong pin sends an ambulance to the wrong street. */
export function accuracyText(metres: number | null): string {
  if (metres === null) return 'accuracy unknown'
  if (metres < 1000) return `within ${Math.max(1, Math.round(metres))} m`
  return `only within ${Number((metres / 1000).toPrecision(2))} km, ask for a landmark`
}

/** Pending first, oldest on top; then closed ones, newest first. */
export function byUrgency(a: AlertCard, b: AlertCard): number {
  const open = Number(b.status === 'PENDING') - Number(a.status === 'PENDING')
  if (open !== 0) return open
  const time = Date.parse(a.timestamp) - Date.parse(b.timestamp) || a.id - b.id
  return a.status === 'PENDING' ? time : -time
}

/** Of several alerts the real ones, unless all of them are drills: a drill never drowns an emergency. */
export const realFirst = <T extends { card: Pick<AlertCard, 'drill'> }>(alerts: readonly T[]): readonly T[] => {
  const real = alerts.filter(({ card }) => !card.drill)
  return real.length > 0 ? real : alerts
}
