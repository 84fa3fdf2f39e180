import { sql } from 'kysely'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { OwnAlert } from '../../../contracts/own-alerts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findPage } from '../../records/lists/find-page.ts'
import { orderOf } from '../../records/lists/order.ts'
import { readPage } from '../../records/lists/read-page.ts'

/** The alerts about the caller, drills too, the newest first. */
export function listOwnAlerts({ ctx, input }: VerbArgs<ListQuery>): Promise<ListPage<OwnAlert>> {
  const listed = { from: sql`alerts a where a.user_id = ${ctx.actor.id}`, order: orderOf('-id', sql`a.id`, {}) }
  return readPage(input, {
    path: '/api/users/profile/alerts/',
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: (ids) => readRows(ctx.db, ids),
  })
}

async function readRows(db: Db, ids: number[]): Promise<OwnAlert[]> {
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
  return rows.map(({ landmark, latitude, ...row }) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    place: placeOf(row.drill, landmark, latitude !== null),
  }))
}

function placeOf(drill: boolean, landmark: string | null, located: boolean): string {
  if (drill) return 'No place: it was a test'
  if (landmark) return landmark
  return located ? 'Position sent by the bystander’s phone' : 'The bystander’s phone sent no position'
}
