import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  ARRIVAL_SLACK,
  ARRIVAL_UNKNOWN_SECONDS,
  ATTENDED_AT_LEAST_SECONDS,
  ATTENDED_MISS_SECONDS,
  type MissedDeadline,
  MOVED_METRES,
  OWNER_DEADLINES,
} from '../../contracts/alert-owner.ts'
import { DISPATCH_STATES, isActive } from '../../contracts/dispatch-states.ts'
import { active, hasReached, TIME_OF } from './active-dispatch.ts'
import { ago, notAhead, seconds } from '../../platform/database/moments-sql.ts'

// The deadlines of the contracts as conditions on the alert `a`, for worker, bystander's page and consoles alike.
// Constants are written out: statements with parameters would be planned at each call.

type Stage = 'holder' | 'seconds'

const TO_SCENE = DISPATCH_STATES.filter((state) => !hasReached(state, 'AT_SCENE'))
const ARRIVED = DISPATCH_STATES.filter((state) => state !== 'CANCELLED' && hasReached(state, 'AT_SCENE'))

/** The minutes that were promised; at the second stage with slack, and at least `EN_ROUTE.seconds`. */
const ARRIVAL = {
  holder: sql`make_interval(secs => coalesce(d.eta_minutes * 60, ${sql.lit(ARRIVAL_UNKNOWN_SECONDS / ARRIVAL_SLACK)}))`,
  seconds: sql`make_interval(secs => greatest(${sql.lit(OWNER_DEADLINES.EN_ROUTE.seconds)},
    coalesce(d.eta_minutes * ${sql.lit(60 * ARRIVAL_SLACK)}, ${sql.lit(ARRIVAL_UNKNOWN_SECONDS)})))`,
}

/** An outside provider has no driver page: until a step is noted, it has the time of an arrival. */
const outside = sql`d.ambulance_id is null and d.state in ('ASSIGNED', 'ACCEPTED')`

const dispatchDeadline = (stage: Stage) =>
  sql`case when ${outside} then ${notAhead(sql`coalesce(d.accepted_at, d.assigned_at)`)} + ${ARRIVAL[stage]} ${sql.join(
    DISPATCH_STATES.filter(isActive).map((state) => {
      const entered = state === 'ASSIGNED' ? 'assigned_at' : TIME_OF[state]
      const limit = state === 'EN_ROUTE' ? ARRIVAL[stage] : seconds(OWNER_DEADLINES[state][stage])
      return sql`when d.state = ${sql.lit(state)} then ${notAhead(`d.${entered}`)} + ${limit}`
    }),
    sql` `,
  )} end`

/** Until when the ambulance of the alert `a` is in time by its steps; null when none is out. */
const stepUntil = (stage: Stage) => sql<Date | null>`(
  select ${dispatchDeadline(stage)} from dispatches d where d.alert_id = a.id and ${active})`

const acted = sql`greatest(${notAhead('a.claimed_at')}, ${notAhead('a.last_act_at')})`
const actUntil = (stage: Stage) => sql<Date>`(${acted} + ${seconds(OWNER_DEADLINES.idle[stage])})`

/** Condition: the ambulance `v` on its way sends positions. A server of the version before writes no `moved_at`. */
const sends = sql<SqlBool>`(d.state = 'EN_ROUTE' and v.last_position_at >= d.en_route_at)`
const stoodFrom = sql<Date>`greatest(v.moved_at, d.en_route_at)`
const stands = sql<SqlBool>`(v.last_position_at >= ${stoodFrom} + ${seconds(OWNER_DEADLINES.STANDS.holder)}
  and earth_distance(ll_to_earth(v.moved_latitude, v.moved_longitude), ll_to_earth(v.last_latitude, v.last_longitude))
    < ${sql.lit(MOVED_METRES)})`
const stillUntil = (stage: Stage) => sql<Date | null>`case when ${sends} then
  case when ${stands} then ${stoodFrom} + ${seconds(OWNER_DEADLINES.STANDS[stage])}
  else v.last_position_at + ${seconds(OWNER_DEADLINES.UNSEEN[stage])} end end`

/** Null once the owner has acted on it. */
const unansweredStill = (stage: Stage) => sql<Date | null>`(select ${stillUntil(stage)}
  from dispatches d join ambulances v on v.id = d.ambulance_id
  where d.alert_id = a.id and ${active} and coalesce(${acted} < ${stillUntil('holder')}, true))`

/** Until when the ambulance of the alert `a` is in time and moves; null when none is out. */
const ambulanceUntil = sql<Date | null>`least(${stepUntil('seconds')}, ${unansweredStill('seconds')})`

/** Null when no session is left that could be present. An act counts as presence, too. */
const presentUntil = sql<Date | null>`(
  select greatest(${acted}, max(${notAhead('s.console_armed_at')})) + ${seconds(OWNER_DEADLINES.absent.seconds)}
  from users u join sessions s on s.user_id = u.id
  where u.id = a.claimed_by and u.deleted_at is null and u.role in ('admin', 'staff')
    and s.ended_at is null and s.expires_at > now()
  having count(*) > 0)`

const claimed = sql<SqlBool>`(a.status = 'PENDING' and a.claimed_by is not null and not a.drill)`

/** Condition: the ambulance of the alert `a` answers and moves in time. */
export const ambulanceInTime = sql<boolean>`coalesce(${ambulanceUntil} > now(), false)`

/** Condition: the last ambulance that was sent to the alert `a` has reached the scene, whatever it reports later. */
export const ambulanceArrived = sql<boolean>`coalesce((
  select d.state in (${sql.join(ARRIVED.map((state) => sql.lit(state)))})
  from dispatches d where d.alert_id = a.id order by d.id desc limit 1), false)`

const present = sql<boolean>`coalesce(${presentUntil} > now(), false)`

const missed = sql<SqlBool>`not (${ambulanceInTime} or (${actUntil('seconds')} > now() and ${present}))`

/** Condition: the alert `a` is claimed, and every deadline has passed. Drills have none. */
export const overdue = sql<boolean>`(${claimed} and ${missed})`

/** Condition: the alert `a` is open and claimed, and its owner or their ambulance is in time. */
export const ownedInTime = sql<boolean>`(a.status = 'PENDING' and a.claimed_by is not null and (a.drill or not ${missed}))`

/** Condition: the owner of the alert `a` is not present, whatever their ambulance does. */
export const ownerAway = sql<SqlBool>`(${claimed} and not ${present})`

/**
 * Condition: the alert `a` is attended, and its ambulance `d`, one of ours, has missed a deadline before the scene. One
 * that was late already at the closing has a minute more.
 */
export const lateThoughAttended = sql<boolean>`(a.status = 'ATTENDED' and not a.drill and d.ambulance_id is not null
  and d.state in (${sql.join(TO_SCENE.map((state) => sql.lit(state)))})
  and greatest(${dispatchDeadline('seconds')}, ${notAhead('a.closed_at')} + ${seconds(ATTENDED_AT_LEAST_SECONDS)})
    between ${ago(seconds(ATTENDED_MISS_SECONDS))} and now())`

/** Which deadline of an overdue alert passed last. */
export const missedDeadline = sql<MissedDeadline>`case
  when ${ambulanceUntil} >= least(${actUntil('seconds')}, ${presentUntil}) then (
    select case when ${stillUntil('seconds')} = ${ambulanceUntil} then case when ${stands} then 'STANDS' else 'UNSEEN' end
      when ${outside} then 'EN_ROUTE' else d.state end
    from dispatches d left join ambulances v on v.id = d.ambulance_id where d.alert_id = a.id and ${active})
  when ${presentUntil} is null then 'gone'
  when ${presentUntil} <= ${actUntil('seconds')} then 'absent'
  else 'idle' end`

/**
 * Until when the alert `a` may be silent as far as consoles know: by acts and steps, which reach them, not by presence
 * and positions. Null when it is closed, waits or is a drill.
 */
export const ownerDeadline: RawBuilder<Date | null> = sql<Date | null>`case
  when ${claimed} then greatest(${actUntil('seconds')}, ${stepUntil('seconds')}) end`

/** From when the consoles of its owner ring. An act since the ambulance's first stage answers for that ambulance. */
export const holderDeadline: RawBuilder<Date | null> = sql<Date | null>`case when ${claimed} then
  greatest(${actUntil('holder')}, case when ${acted} >= ${stepUntil('holder')} then ${stepUntil('seconds')}
    else ${stepUntil('holder')} end) end`

/** The claimed alerts whose ambulance stands still or is not seen any more, with what consoles make of it. */
export const standingAmbulances = sql<{ alert_id: number; unseen: boolean; since: Date; rings_from: Date | null }>`
  select a.id as alert_id, not still.stands as unseen, still.since, case when ${acted} < still.at then still.at end as rings_from
  from alerts a cross join lateral (
    select ${stands} as stands, case when ${stands} then ${stoodFrom} else v.last_position_at end as since,
      ${stillUntil('holder')} as at
    from dispatches d join ambulances v on v.id = d.ambulance_id where d.alert_id = a.id and ${active} limit 1) still
  where ${claimed} and still.at <= now()`
