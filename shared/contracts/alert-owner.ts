import { LADDERS } from './ladder.ts'
import { LIMITS } from './limits.ts'

/**
 * Who answers for an open alert: no one yet (it escalates, see `escalation.ts`), the person who claimed it, or an
 * ambulance that is out. Each has a deadline; when it passes the alert is released and rings again, with the reason.
 */
export type OwnerState = 'waiting' | 'claimed' | 'with_ambulance' | 'closed'

/** What a reason names: the owner's first name, and the ambulance's number or its provider. */
interface Named {
  owner: string
  vehicle: string
}

interface Deadline {
  state: OwnerState
  /** When the owner's own consoles ring; null where no owner is left to hear it, and for an arrival. */
  holder: number | null
  /** When it is released and rings everywhere. Both are counted from the last sign of the owner, which `since` names. */
  seconds: number
  since: string
  reason: (named: Named) => string
}

/**
 * Every deadline of a claimed alert. The owner keeps it while the ambulance is in time, else while neither `absent` nor
 * `idle` has passed: while they are present and act.
 */
export const OWNER_DEADLINES = {
  /** No session of an active user of the call centre is left: logged out, removed, another role. */
  gone: {
    state: 'claimed',
    holder: null,
    seconds: 0,
    since: 'the end of the last session',
    reason: ({ owner }) => `${owner} is not logged in any more`,
  },
  /** An act counts as presence, so a client without a console has so long from each of its calls. */
  absent: {
    state: 'claimed',
    holder: null,
    seconds: LIMITS.console_online_seconds,
    since: 'the last report of an armed console, or the last act',
    reason: ({ owner }) => `${owner}'s console has not been heard of for ${LIMITS.console_online_seconds} s`,
  },
  idle: {
    state: 'claimed',
    holder: 60,
    seconds: 120,
    since: 'the last act: claim, dispatch, call, note, handover, place, link; or the end of the ambulance',
    reason: ({ owner }) => `No dispatch, note or call by ${owner} for 2 min`,
  },
  ASSIGNED: {
    state: 'with_ambulance',
    holder: LADDERS.driver.not_reached_seconds,
    seconds: LIMITS.driver_answer_seconds,
    since: 'the dispatch',
    reason: ({ vehicle }) => `The driver of ${vehicle} has not answered for ${LIMITS.driver_answer_seconds} s`,
  },
  ACCEPTED: {
    state: 'with_ambulance',
    holder: 120,
    seconds: 180,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} accepted 3 min ago and is not on the way`,
  },
  /** At least so long; the holder's consoles ring at the arrival that was promised. */
  EN_ROUTE: {
    state: 'with_ambulance',
    holder: null,
    seconds: 600,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has not arrived in time`,
  },
  /** On the way, with a driver page that sends positions. An act of the owner since the first ring answers for it. */
  STANDS: {
    state: 'with_ambulance',
    holder: 180,
    seconds: 360,
    since: 'the last 200 m it moved on its way',
    reason: ({ vehicle }) => `${vehicle} has not moved for 6 min`,
  },
  /** The same, when positions stop: a phone without network, or in another app. */
  UNSEEN: {
    state: 'with_ambulance',
    holder: 300,
    seconds: 480,
    since: 'its last position on its way',
    reason: ({ vehicle }) => `${vehicle} has sent no position for 8 min`,
  },
  AT_SCENE: {
    state: 'with_ambulance',
    holder: 30 * 60,
    seconds: 45 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been at the scene for 45 min`,
  },
  TRANSPORTING: {
    state: 'with_ambulance',
    holder: 60 * 60,
    seconds: 90 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been on the way to the hospital for 90 min`,
  },
  AT_HOSPITAL: {
    state: 'with_ambulance',
    holder: 45 * 60,
    seconds: 60 * 60,
    since: 'the step',
    reason: ({ vehicle }) => `${vehicle} has been at the hospital for 60 min`,
  },
} as const satisfies Record<string, Deadline>
export type MissedDeadline = keyof typeof OWNER_DEADLINES

/** An ambulance on the way has so many times the minutes it was given, and at least `EN_ROUTE.seconds`. */
export const ARRIVAL_SLACK = 1.5
/** When the arrival is unknown. An outside provider has so long from the dispatch, as it has no driver page. */
export const ARRIVAL_UNKNOWN_SECONDS = 20 * 60
/** A smaller distance is no movement: what a phone that stands still may report. */
export const MOVED_METRES = 200

/** An attended alert is not open again sooner after its closing, however late its ambulance was then. */
export const ATTENDED_AT_LEAST_SECONDS = 60
/** A miss that no worker has noticed for so long is history. */
export const ATTENDED_MISS_SECONDS = 3_600

/** Added to the reason for which an attended alert is open again. */
export const WAS_ATTENDED = '; the alert had been attended'

/** A decline releases the alert at once: no operator may have seen it. One that was attended is open again. */
export const declinedReason = (vehicle: string, was_attended: boolean): string =>
  `The driver of ${vehicle} cannot come${was_attended ? WAS_ATTENDED : ''}`

/**
 * A console rings on its own so long after a missed deadline: the workers, which check every second, are first. It only
 * knows acts and steps, not presence: those 45 s are the workers' task.
 */
export const OWNER_PATIENCE_SECONDS = 5
