import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import type { AlertProgress } from '../../contracts/scan.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { listening } from '../on-call/consoles/listening.ts'
import { ambulanceArrived, ambulanceInTime, ownedInTime } from '../alerts/owner-deadlines.ts'
import { unseenMinutes } from '../dispatch/unseen-minutes.ts'
import { minutesLeft } from '../dispatch/minutes-left.ts'
import { isStatusToken, wrongLink } from './status-token.ts'
import { ago, hours, olderThan, seconds } from '../../platform/database/moments-sql.ts'

/** Progress stays readable this long after the press; then the link ends. */
const READABLE = hours(24)

/** The state of an alert for the bystander who raised it; null when the link is unknown or older than a day. */
export async function readProgress({
  ctx,
  input,
}: VerbArgs<{ status_token: string }, Ctx>): Promise<AlertProgress | null> {
  if (!isStatusToken(input.status_token)) return wrongLink(ctx)
  const row = await ctx.db
    .selectFrom('alerts as a')
    .leftJoin('users as u', 'u.id', 'a.claimed_by')
    .leftJoin('dispatches as d', (join) => join.onRef('d.alert_id', '=', 'a.id').on('d.state', '<>', 'CANCELLED'))
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .select([
      'a.status',
      'a.timestamp',
      'a.claimed_at',
      'a.closed_at',
      'a.latitude',
      'a.first_respondent_phone',
      'a.call_asked_at',
      'u.first_name',
      'd.state',
      minutesLeft.as('eta_minutes'),
      unseenMinutes.as('unseen_minutes'),
      'd.at_scene_at',
      'd.outside_provider',
      'v.vehicle_number',
      listening.as('consoles_online'),
      ownedInTime.as('owned'),
      ambulanceInTime.as('ambulance_in_time'),
      ambulanceArrived.as('ambulance_arrived'),
      // Only a first claim is waited for; an alert that was claimed before has had these seconds.
      sql<boolean>`a.first_claimed_at is not null
        or ${olderThan('a.timestamp', seconds(LIMITS.unclaimed_call_112_seconds))}`.as('waited_long'),
    ])
    .where('a.status_token', '=', input.status_token)
    .where('a.timestamp', '>', ago(READABLE))
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return wrongLink(ctx)
  // The owner may have left without a worker having noticed: presence is computed at each request.
  const open = row.status === 'PENDING'
  const seen = row.owned || !open
  const helpless = open && !row.owned && !row.ambulance_in_time && !row.ambulance_arrived
  return {
    status: row.status,
    received_at: row.timestamp.toISOString(),
    consoles_online: row.consoles_online,
    seen_by: seen ? row.first_name : null,
    seen_at: (seen && row.claimed_at?.toISOString()) || null,
    ambulance: row.state
      ? {
          vehicle_number: row.vehicle_number ?? row.outside_provider ?? '',
          eta_minutes: row.eta_minutes,
          unseen: row.unseen_minutes !== null,
          state: row.state,
          arrived_at: row.at_scene_at?.toISOString() ?? null,
        }
      : null,
    closed_at: row.closed_at?.toISOString() ?? null,
    call_112_now: helpless && (row.waited_long || row.consoles_online === 0),
    has_location: row.latitude !== null,
    has_phone: row.first_respondent_phone !== null,
    call_asked: row.call_asked_at !== null,
  }
}
