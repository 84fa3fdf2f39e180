import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { OwnAlert } from '../../../contracts/own-alerts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey, idKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, inOrder, type Range, readPage } from '../../ground/lists/read-page.ts'

/** The alerts about the caller, drills too, the newest first. */
export function listOwnAlerts({ ctx, input }: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<OwnAlert>> {
  return readPage(input, {
    path: '/api/users/profile/alerts/',
    key: idKey,
    find: (range) => findKeys(ctx.db, range, ctx.actor.id),
    rows: (keys) => readRows(ctx.db, keys),
  })
}

async function findKeys(db: Db, range: Range<IdKey>, user_id: number): Promise<Found<IdKey>> {
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select a.id from alerts a where a.user_id = ${user_id} and ${beyondId('a.id', range)}
      order by a.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`select count(*) as found from (
      select from alerts where user_id = ${user_id} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}

async function readRows(db: Db, keys: IdKey[]): Promise<OwnAlert[]> {
  const ids = keys.map(([id]) => id)
  const rows = await db
    .selectFrom('alerts as a')
    .select(['a.id', 'a.timestamp', 'a.drill', 'a.status', 'a.landmark', 'a.latitude', 'a.description', 'a.closed_at'])
    .select(
      sql<OwnAlert['ambulance']>`(
        select json_build_object('name', coalesce(v.vehicle_number, d.outside_provider), 'state', d.state,
          'at_scene_at', to_char(d.at_scene_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from dispatches d left join ambulances v on v.id = d.ambulance_id
        where d.alert_id = a.id order by d.id desc limit 1)`.as('ambulance'),
    )
    .where('a.id', 'in', ids)
    .execute()
  const alerts = rows.map(({ landmark, latitude, ...row }) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    place: placeOf(row.drill, landmark, latitude !== null),
  }))
  return inOrder(ids, alerts, (row) => row.id)
}

function placeOf(drill: boolean, landmark: string | null, located: boolean): string {
  if (drill) return 'No place: it was a test'
  if (landmark) return landmark
  return located ? 'Position sent by the phone of whoever helped' : 'The phone of whoever helped sent no position'
}
