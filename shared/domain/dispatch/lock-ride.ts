import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { active } from '../alerts/active-dispatch.ts'

/**
 * The dispatch and those that share its ride, given one of them: the lead carries the driver's link. Read by indexes, as
 * those of outside providers that report no end grow forever.
 */
function sameRide(of_alert: number) {
  const lead = sql`(select coalesce(d.shares, d.id) from dispatches d where d.alert_id = ${of_alert} and ${active})`
  return sql<SqlBool>`(d.id = ${lead} or d.shares = ${lead})`
}

/**
 * Locks the ambulance's ride to an alert: first all alerts it goes to, in the order of their ids, then the dispatches.
 * Sharing a ride locks the lead's alert too, so none is added meanwhile. An alert that is to join the ride is locked with
 * the others. Empty without an ambulance on its way.
 */
export async function lockRide(db: Tx, alert_id: number, joining = alert_id) {
  const rides = () =>
    db
      .selectFrom('dispatches as d')
      .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
      .select(['d.id', 'd.alert_id', 'd.state', 'd.ambulance_id', 'd.shares', 'd.outside_provider', 'v.vehicle_number'])
      .where(sameRide(alert_id))
      .where(active)
      .orderBy('d.id')
  for (;;) {
    const seen = await rides().execute()
    const alerts = await db
      .selectFrom('alerts')
      .select(['id', 'user_id', 'drill', 'status', 'claimed_by'])
      .where('id', 'in', [alert_id, joining, ...seen.map((dispatch) => dispatch.alert_id)])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const dispatches = await rides().forNoKeyUpdate('d').execute()
    const ride = dispatches.flatMap((dispatch) => {
      const alert = alerts.find(({ id }) => id === dispatch.alert_id)
      return alert ? { ...dispatch, alert } : []
    })
    if (ride.length === dispatches.length) return ride
  }
}
