import { sql, type SqlBool } from 'kysely'
import type { AlertCard } from '../../contracts/alerts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { alertCards, toAlertCard } from './alert-cards.ts'

/** More people are counted on the scene. */
const MOST = 50

/** The other alerts of the accident an alert is linked to, and the open ones that may belong to it: near, and raised then. */
export async function readIncident(db: Db, card: AlertCard): Promise<{ incident: AlertCard[]; nearby: AlertCard[] }> {
  const others = alertCards(db).where('a.id', '<>', card.id).orderBy('a.id').limit(MOST)
  const linked = card.incident_id === null ? [] : await others.where('a.incident_id', '=', card.incident_id).execute()
  return { incident: linked.map(toAlertCard), nearby: await readNearby() }

  async function readNearby(): Promise<AlertCard[]> {
    const { latitude, longitude } = card
    if (card.status !== 'PENDING' || card.drill || latitude === null || longitude === null) return []
    const here = sql`ll_to_earth(${latitude}::float8, ${longitude}::float8)`
    const rows = await others
      .where('a.status', '=', 'PENDING')
      .where('a.drill', '=', false)
      .where('a.incident_id', 'is distinct from', card.incident_id ?? 0)
      .where('a.latitude', 'is not', null)
      .where('a.longitude', 'is not', null)
      .where(sql<SqlBool>`earth_box(${here}, ${LIMITS.incident_metres}) @> ll_to_earth(a.latitude, a.longitude)`)
      .where(sql<SqlBool>`earth_distance(${here}, ll_to_earth(a.latitude, a.longitude)) <= ${LIMITS.incident_metres}`)
      .where(
        sql<SqlBool>`a.timestamp between ${card.timestamp}::timestamptz - make_interval(mins => ${LIMITS.incident_minutes})
          and ${card.timestamp}::timestamptz + make_interval(mins => ${LIMITS.incident_minutes})`,
      )
      .execute()
    return rows.map(toAlertCard)
  }
}
