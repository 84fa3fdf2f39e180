import type { DispatchState } from './dispatch-states.ts'
import { LIMITS } from './limits.ts'

/**
 * Who answers for an open alert: nobody yet (it climbs, see `escalation.ts`), the person who claimed it, or an ambulance
 * that is out. Each has a deadline; when it passes the alert is released and rings again, with the reason.
 */
export type OwnerState = 'waiting' | 'claimed' | 'with_ambulance' | 'closed'

/** What a reason names: the owner's first name, and the ambulance's number or its provider. */
interface Named {
  owner: string
  vehicle: string
}

interface Deadline {
  state: OwnerState
  /** Counted from the last sign: what it is, `since` says. */
  seconds: number
  since: string
  reason: (named: Named) => string
}

/**
 * Every deadline of a claimed alert. It is kept while the ambulance is in time, and else while both
 * `absent` and `idle` are: a person who is there, and who acts.
 */
export const OWNER_DEADLINES = {
  /** No session of an active user of the call centre is left: logged out, removed, another role. */
  gone: {
    state: 'claimed',
    seconds: 0,
    since: 'the end of the last session',
    reason: ({ owner }) => `${owner} is not logged in any more`,
  },
  /** An act is a sign of presence as well, so a client without a console has so long from each of its calls. */
  absent: {
    state: 'claimed',
    seconds: LIMITS.console_online_seconds,
    since: 'the last report of an armed console, or the last act',
    reason: ({ owner }) => `${owner}'s console has not been heard of for ${LIMITS.console_online_seconds} s`,
  },
  idle: {
    state: 'claimed',
    seconds: 120,
    since: 'the last act: claim, dispatch, call, note, handover; or the end of the ambulance',
    reason: ({ owner }) => `No dispatch, note or call by ${owner} for 2 min`,
  },
  ASSIGNED: {
    state: 'with_ambulance',
    seconds: LIMITS.driver_answer_seconds,
    since: 'the dispatch',
    reason: ({ vehicle }) => `The driver of ${vehicle} has not answered for ${LIMITS.driver_answer_seconds} s`,
  },
  ACCEPTED: {
    state: 'with_ambulance',
    seconds: 180,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} accepted 3 min ago and is not on the way`,
  },
  /** At least so long; `arrivalSeconds` has the rest. */
  EN_ROUTE: {
    state: 'with_ambulance',
    seconds: 600,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has not arrived in time`,
  },
  AT_SCENE: {
    state: 'with_ambulance',
    seconds: 45 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been at the scene for 45 min`,
  },
  TRANSPORTING: {
    state: 'with_ambulance',
    seconds: 90 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been on the way to the hospital for 90 min`,
  },
  AT_HOSPITAL: {
    state: 'with_ambulance',
    seconds: 60 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been at the hospital for 60 min`,
  },
} as const satisfies Record<string, Deadline>
export type MissedDeadline = keyof typeof OWNER_DEADLINES

/** An ambulance on the way has so many times the minutes it was given, and at least `EN_ROUTE.seconds`. */
export const ARRIVAL_SLACK = 1.5
/** When nobody knows how far it is. So long has an outside provider from the dispatch: nobody answers for it. */
export const ARRIVAL_UNKNOWN_SECONDS = 20 * 60

/** A decline releases the alert at once: nobody in the call centre need have seen it. */
export const declinedReason = (vehicle: string): string => `The driver of ${vehicle} cannot come`

/** The states of a dispatch that have a deadline. */
export const AMBULANCE_STATES = [
  'ASSIGNED',
  'ACCEPTED',
  'EN_ROUTE',
  'AT_SCENE',
  'TRANSPORTING',
  'AT_HOSPITAL',
] as const satisfies readonly (DispatchState & MissedDeadline)[]

/**
 * A console rings by itself so long after a deadline that nobody noticed: the workers, who look every second, are first.
 * It only knows of acts and steps, not who is present: those 45 s are the workers' business.
 */
export const OWNER_PATIENCE_SECONDS = 5
