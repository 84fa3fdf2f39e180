import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'

type Subject = Pick<AlertCard, 'status' | 'claimed_by' | 'timestamp' | 'drill'>

/** Nobody has it yet: the only kind of alert that is in a hurry. */
export const isUnclaimed = (alert: Pick<AlertCard, 'status' | 'claimed_by'>): boolean =>
  alert.status === 'PENDING' && !alert.claimed_by

export const ageSeconds = (alert: Pick<AlertCard, 'timestamp'>, now: number): number =>
  Math.max(0, (now - Date.parse(alert.timestamp)) / 1000)

/** Seconds nobody has had it: since the press, or since it was put back. */
export const waitingSeconds = (alert: Pick<AlertCard, 'waiting_since'>, now: number): number =>
  Math.max(0, (now - Date.parse(alert.waiting_since)) / 1000)

export type Urgency = 'calm' | 'new' | 'amber' | 'red'

/** Colour of the age: amber from 30 s, red from 60 s, and only while pending and unclaimed. A drill is never urgent. */
export function urgency(alert: Subject, now: number): Urgency {
  if (!isUnclaimed(alert)) return 'calm'
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

/** The first name of whoever has the alert, for buttons. */
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
  return `only within ${(metres / 1000).toFixed(1)} km, ask for a landmark`
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
