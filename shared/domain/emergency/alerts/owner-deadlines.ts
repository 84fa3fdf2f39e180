import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  AMBULANCE_STATES,
  ARRIVAL_SLACK,
  ARRIVAL_UNKNOWN_SECONDS,
  type MissedDeadline,
  OWNER_DEADLINES,
} from '../../../contracts/alert-owner.ts'
import { DISPATCH_STATES } from '../../../contracts/dispatch-states.ts'
import { active, hasReached, TIME_OF } from './active-dispatch.ts'

// The table of the contracts as conditions on the alert `a`: the worker, the bystander's page and the consoles read the
// same. Constants are written out, as statements with parameters would be planned for each call.

const ARRIVED = DISPATCH_STATES.filter((state) => state !== 'CANCELLED' && hasReached(state, 'AT_SCENE'))

const seconds = (count: number) => sql`make_interval(secs => ${sql.lit(count)})`

const arrival = sql`make_interval(secs => greatest(${sql.lit(OWNER_DEADLINES.EN_ROUTE.seconds)},
  coalesce(d.eta_minutes * ${sql.lit(60 * ARRIVAL_SLACK)}, ${sql.lit(ARRIVAL_UNKNOWN_SECONDS)})))`

/** Nobody answers the page of an outside provider: until a step is noted, it has the time of an arrival. */
const outside = sql`d.ambulance_id is null and d.state in ('ASSIGNED', 'ACCEPTED')`

const dispatchDeadline = sql`case when ${outside} then coalesce(d.accepted_at, d.assigned_at) + ${arrival} ${sql.join(
  AMBULANCE_STATES.map((state) => {
    const entered = state === 'ASSIGNED' ? 'assigned_at' : TIME_OF[state]
    const limit = state === 'EN_ROUTE' ? arrival : seconds(OWNER_DEADLINES[state].seconds)
    return sql`when d.state = ${sql.lit(state)} then ${sql.ref(`d.${entered}`)} + ${limit}`
  }),
  sql` `,
)} end`

/** Until when the ambulance of the alert `a` is in time; null when none is out. */
const ambulanceUntil = sql<Date | null>`(
  select ${dispatchDeadline} from dispatches d where d.alert_id = a.id and ${active})`

const acted = sql`greatest(a.claimed_at, a.last_act_at)`
const actUntil = sql<Date>`(${acted} + ${seconds(OWNER_DEADLINES.idle.seconds)})`

/** Null when no session is left that could be present. An act is a sign of presence, too. */
const presentUntil = sql<Date | null>`(
  select greatest(${acted}, max(s.console_armed_at)) + ${seconds(OWNER_DEADLINES.absent.seconds)}
  from users u join sessions s on s.user_id = u.id
  where u.id = a.claimed_by and u.deleted_at is null and u.role in ('admin', 'staff')
    and s.ended_at is null and s.expires_at > now()
  having count(*) > 0)`

const claimed = sql<SqlBool>`(a.status = 'PENDING' and a.claimed_by is not null and not a.drill)`

/** Condition: the ambulance of the alert `a` answers and moves in time. */
export const ambulanceInTime = sql<boolean>`coalesce(${ambulanceUntil} > now(), false)`

/** Condition: the last ambulance that was sent to the alert `a` has reached the scene: it is help, whatever it says later. */
export const ambulanceArrived = sql<boolean>`coalesce((
  select d.state in (${sql.join(ARRIVED.map((state) => sql.lit(state)))})
  from dispatches d where d.alert_id = a.id order by d.id desc limit 1), false)`

const missed = sql<SqlBool>`not (${ambulanceInTime}
  or (${actUntil} > now() and coalesce(${presentUntil} > now(), false)))`

/** Condition: the alert `a` is claimed, and every deadline has passed. Drills have none. */
export const overdue = sql<boolean>`(${claimed} and ${missed})`

/** Condition: the alert `a` is open and claimed, and its owner or their ambulance is in time. */
export const ownedInTime = sql<boolean>`(a.status = 'PENDING' and a.claimed_by is not null and (a.drill or not ${missed}))`

/** Which deadline of an overdue alert passed last. */
export const missedDeadline = sql<MissedDeadline>`case
  when ${ambulanceUntil} >= least(${actUntil}, ${presentUntil})
    then (select case when ${outside} then 'EN_ROUTE' else d.state end from dispatches d where d.alert_id = a.id and ${active})
  when ${presentUntil} is null then 'gone'
  when ${presentUntil} <= ${actUntil} then 'absent'
  else 'idle' end`

/**
 * Until when the alert `a` may be silent as far as consoles can know: by acts and by steps of the ambulance, which all
 * reach them, not by presence, which does not. Null when it is closed, waits or is a drill.
 */
export const ownerDeadline: RawBuilder<Date | null> = sql<Date | null>`case
  when ${claimed} then greatest(${actUntil}, ${ambulanceUntil}) end`
