import { sql, type SqlBool } from 'kysely'
import { DISPATCH_STATES, type DispatchState } from '../../contracts/dispatch-states.ts'

/**
 * Condition: the dispatch `d` is not over. Written out, not as parameters, so that the partial unique indexes
 * `dispatches_one_alert` and `dispatches_of_ambulance` are used.
 */
export const active = sql<SqlBool>`d.state not in ('DONE', 'CANCELLED')`

/** The alerts that the ambulance of the dispatch `d` goes or went to, without those it was taken off. */
export const alertsOfRide = sql<number[]>`(select json_agg(s.alert_id order by s.id) from dispatches s
  where (s.id = coalesce(d.shares, d.id) or s.shares = coalesce(d.shares, d.id)) and s.state <> 'CANCELLED'
    or s.id = d.id)`

/** The column that keeps when a state was reached. */
export const TIME_OF = {
  ACCEPTED: 'accepted_at',
  EN_ROUTE: 'en_route_at',
  AT_SCENE: 'at_scene_at',
  TRANSPORTING: 'transporting_at',
  AT_HOSPITAL: 'at_hospital_at',
  DONE: 'done_at',
} as const
export type Step = keyof typeof TIME_OF

/** The states in words for the timeline. */
export const IN_WORDS: Record<Step, string> = {
  ACCEPTED: 'accepted by the driver',
  EN_ROUTE: 'on the way to the scene',
  AT_SCENE: 'at the scene',
  TRANSPORTING: 'on the way to the hospital',
  AT_HOSPITAL: 'at the hospital',
  DONE: 'done',
}

/** Whether a dispatch in this state has come as far as `state`. */
export const hasReached = (now: DispatchState, state: DispatchState): boolean =>
  DISPATCH_STATES.indexOf(now) >= DISPATCH_STATES.indexOf(state)
