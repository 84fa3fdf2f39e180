/**
 * What an alert owes the people who wait for it, reckoned from what was done to it, in plain words of docs/architecture.md
 * ("When nobody takes an alert") and without a look at the product's own rules. Times are seconds.
 */

export interface Operator {
  name: string
  /** Logged in, logged out, or removed for good. */
  state: 'in' | 'out' | 'removed'
  /** The browser reports itself, or lies dead. */
  browser: boolean
  /** When the console of the present session was last heard of with its sound armed. */
  armed_at: number | null
  /** When the console that listens was last heard of; null when it said goodbye or was thrown out. */
  listened_at: number | null
}

export interface Ambulance {
  outside: boolean
  eta_minutes: number | null
  state: 'ASSIGNED' | 'ACCEPTED' | 'EN_ROUTE' | 'AT_SCENE' | 'TRANSPORTING' | 'AT_HOSPITAL' | 'DONE' | 'CANCELLED'
  /** When it came into its state. */
  since: number
}

export interface Case {
  raised_at: number
  open: boolean
  /** When it was attended; null when it is open or rejected. */
  attended_at: number | null
  owner: Operator | null
  ever_owned: boolean
  /** The last act of the owner, or the end of their ambulance. */
  acted_at: number
  waiting_since: number
  ambulance: Ambulance | null
}

const MINUTE = 60

const goes = (ambulance: Ambulance | null): ambulance is Ambulance =>
  ambulance !== null && ambulance.state !== 'DONE' && ambulance.state !== 'CANCELLED'

/** Until when the ambulance answers for the alert. */
export function ambulanceUntil({ ambulance }: Case): number {
  if (!goes(ambulance)) return -Infinity
  const { state, since, eta_minutes, outside } = ambulance
  const arrival = eta_minutes === null ? 20 * MINUTE : Math.max(10 * MINUTE, eta_minutes * 1.5 * MINUTE)
  if (state === 'AT_SCENE') return since + 45 * MINUTE
  if (state === 'TRANSPORTING') return since + 90 * MINUTE
  if (state === 'AT_HOSPITAL') return since + 60 * MINUTE
  if (state === 'EN_ROUTE' || outside) return since + arrival
  return since + (state === 'ACCEPTED' ? 180 : 60)
}

/** Whether a person who is present, or an ambulance in time, answers for it at this moment. */
export function answered(alert: Case, now: number): boolean {
  const { owner, acted_at } = alert
  if (!owner) return false
  if (now < ambulanceUntil(alert)) return true
  const present = owner.state === 'in' && now < Math.max(acted_at, owner.armed_at ?? -Infinity) + 45
  return present && now < acted_at + 120
}

/** Whether it was attended, for a minute at least, and one of our ambulances has missed its time to the scene, less than an hour ago. */
export function lateThoughAttended(alert: Case, now: number): boolean {
  const { attended_at, ambulance } = alert
  if (attended_at === null || !goes(ambulance) || ambulance.outside) return false
  const until = Math.max(ambulanceUntil(alert), attended_at + MINUTE)
  const to_scene = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE'].includes(ambulance.state)
  return to_scene && until <= now && now - until <= 60 * MINUTE
}

/** The longest it may be silent while no worker lives: consoles do not know who is present, and are patient for 5 s. */
export const silentAtMostUntil = (alert: Case): number => Math.max(alert.acted_at + 120, ambulanceUntil(alert)) + 5

/** How far it has climbed. */
export const levelAt = ({ waiting_since }: Case, now: number): number =>
  [30, 60, 120].filter((seconds) => now - waiting_since >= seconds).length

/** Whether the bystander is asked to call 112. */
export function call112(alert: Case, now: number, listening: number): boolean {
  if (!alert.open || answered(alert, now) || now < ambulanceUntil(alert)) return false
  const there = ['AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE'].includes(alert.ambulance?.state ?? '')
  const first_seconds = !alert.ever_owned && now - alert.raised_at < 30 && listening > 0
  return !there && !first_seconds
}

/** Whether an alert would be heard in this browser. */
export const listens = ({ listened_at }: Operator, now: number): boolean =>
  listened_at !== null && now < listened_at + 45
