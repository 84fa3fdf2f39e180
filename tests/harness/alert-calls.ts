import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { Database } from '@tvarit/shared/platform/database/database'
import { sql, type Updateable } from 'kysely'
import { type Answer, call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** An alert as a person reads it. */
export const detailOf = async (world: World, by: Pick<Person, 'access'>, id: number): Promise<AlertDetail> =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: by.access })).body as unknown as AlertDetail

export const closeAlert = (
  world: World,
  by: Pick<Person, 'access'>,
  id: number,
  status: string,
  description = 'Closed in a test',
): Promise<Answer> =>
  call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status, description },
    access: by.access,
  })

/** The alerts of a sticker, oldest first. */
export const alertsOf = (world: World, coupon_id: number) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', coupon_id).orderBy('id').execute()

/** The messages noted for an alert, oldest first. */
export const messagesOf = (world: World, alert_id: number) =>
  world.db.selectFrom('messages').selectAll().where('alert_id', '=', alert_id).orderBy('id').execute()

/** Makes an alert one that nobody has taken for so many seconds, in one statement. */
export const hasWaited = (world: World, id: number, seconds: number) =>
  world.db
    .updateTable('alerts')
    .set({ waiting_since: sql`now() - make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()

/** Alters one alert, or all, behind the product's back. As a new version: consoles keep the newest they heard of. */
export const alterAlerts = (world: World, set: Updateable<Database['alerts']>, id?: number): Promise<unknown> =>
  world.db
    .updateTable('alerts')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .execute()
