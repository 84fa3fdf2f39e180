import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Candidates } from '@tvarit/shared/contracts/dispatch'
import { detailOf } from './alert-calls.ts'
import { type Answer, call } from './api.ts'
import { createSubscriber, newPhone, type Person, type Subscriber } from './people.ts'
import { press } from './press.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** Where the accidents of the tests happen: Bengaluru. One degree of latitude is 111.3 km. */
export const SCENE = { latitude: 12.97, longitude: 77.59 }

/** A place so many kilometres north of the scene. */
export const north = (km: number) => ({ latitude: SCENE.latitude + km / 111.32, longitude: SCENE.longitude })

interface Place {
  latitude: number
  longitude: number
}

interface AmbulanceOptions {
  vehicle_number?: string
  /** Where it stands and where it was last; instead of the kilometres. */
  base?: Place
  last?: Place
  /** Kilometres north of the scene. */
  base_km?: number
  position_km?: number | null
  position_minutes_ago?: number
  status?: 'AVAILABLE' | 'BUSY' | 'OFF'
  retired?: boolean
}

export interface Ambulance {
  id: number
  vehicle_number: string
  driver_phone: string
}

let vehicles = 0

/** An ambulance in service; at its base unless a position is given. */
export async function createAmbulance(world: World, options: AmbulanceOptions = {}): Promise<Ambulance> {
  const { base_km = 1, position_km = null, position_minutes_ago = 0, status = 'AVAILABLE', retired = false } = options
  const base = options.base ?? north(base_km)
  const last = options.last ?? (position_km === null ? null : north(position_km))
  return world.db
    .insertInto('ambulances')
    .values({
      vehicle_number: options.vehicle_number ?? `KA01AB${String(++vehicles).padStart(4, '0')}`,
      operator: 'City Care',
      driver_name: 'Imran Khan',
      driver_phone: newPhone(),
      base_latitude: base.latitude,
      base_longitude: base.longitude,
      last_latitude: last?.latitude ?? null,
      last_longitude: last?.longitude ?? null,
      last_position_at: last && new Date(Date.now() - position_minutes_ago * 60_000),
      status,
      retired_at: retired ? new Date() : null,
    })
    .returning(['id', 'vehicle_number', 'driver_phone'])
    .executeTakeFirstOrThrow()
}

/** Whether an ambulance is free, busy or off duty. */
export const statusOf = async (world: World, { id }: { id: number }) =>
  (await world.db.selectFrom('ambulances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** An alert of a new subscriber at the scene, or nowhere. */
export async function raisedAlert(
  world: World,
  options: Parameters<typeof createSubscriber>[1] & { nowhere?: boolean } = {},
): Promise<{ id: number; status_url: string; subscriber: Subscriber }> {
  const { nowhere = false, ...person } = options
  const subscriber = await createSubscriber(world, person)
  return { ...(await press(world.url, subscriber.sticker.token, nowhere ? {} : SCENE)), subscriber }
}

export const assign = (world: World, by: Person, alert: number, body: Record<string, unknown>): Promise<Answer> =>
  call(world.url, `/api/qr/alerts/${alert}/dispatch/`, { body, access: by.access })

/** Calls back the ambulance of an alert. */
export const callBack = (world: World, by: Person, alert: number, reason = 'Wrong ambulance'): Promise<Answer> =>
  call(world.url, `/api/qr/alerts/${alert}/dispatch/cancel/`, { body: { reason }, access: by.access })

/** The ambulances that are offered for an alert. */
export async function candidates(world: World, by: Person, alert: number): Promise<Candidates> {
  const { status, body } = await call(world.url, `/api/qr/alerts/${alert}/ambulances/`, { access: by.access })
  if (status !== 200) throw new Error(`No candidates: ${status} ${JSON.stringify(body)}`)
  return body as unknown as Candidates
}

/** What the timeline of an alert says last about its ambulances. */
export const lastDispatchText = async (world: World, by: Person, alert: number): Promise<string | undefined> =>
  (await detailOf(world, by, alert)).timeline.findLast(({ kind }) => kind.startsWith('dispatch'))?.text

/** The token in the newest SMS to the driver. */
export async function driverToken(world: World, { driver_phone }: Ambulance, sent = 1): Promise<string> {
  const texts = await until('the driver has the SMS', async () => {
    const found = await smsTo(world, driver_phone)
    return found.length >= sent && found
  })
  return /\/d\/([\w-]{22})(?![\w-])/.exec(texts.at(-1)!)![1]!
}

/** The token of the link that a relative of this alert has. */
export const relativesToken = (world: World, alert_id: number): Promise<string> =>
  until('a relative has a link', async () => {
    const row = await world.db
      .selectFrom('messages')
      .select('track_token')
      .where('alert_id', '=', alert_id)
      .where('track_token', 'is not', null)
      .executeTakeFirst()
    return row?.track_token
  })

/** All texts a number got, oldest first. */
export async function smsTo(world: World, phone: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('dev_messages')
    .select('text')
    .where('to_phone', '=', phone)
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

/** The texts about an ambulance that a relative got, oldest first; waits for the first ones. */
export const ambulanceSms = (world: World, phone: string, count = 1): Promise<string[]> =>
  until('the relative knows of the ambulance', async () => {
    const texts = (await smsTo(world, phone)).filter((text) => text.startsWith('Ambulance'))
    return texts.length >= count && texts
  })

/** The token of the link in the first text about an ambulance that a relative got. */
export const trackToken = async (world: World, phone: string): Promise<string> =>
  /\/t\/([\w-]{22})$/.exec((await ambulanceSms(world, phone))[0]!)![1]!

/** A drive that has begun: alert, ambulance and the driver's token. */
export async function sentAmbulance(world: World, by: Person, options: Parameters<typeof raisedAlert>[1] = {}) {
  const alert = await raisedAlert(world, options)
  const ambulance = await createAmbulance(world)
  const answer = await assign(world, by, alert.id, { ambulance_id: ambulance.id })
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { alert, ambulance, dispatch: answer.body, token: await driverToken(world, ambulance) }
}

/** A step that was pressed a second ago: one right behind another would be a double tap. */
export const step = (world: World, token: string, name: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  call(world.url, `/api/drive/${token}/steps/`, { body: { step: name, pressed_ms_ago: LIMITS.step_lock_ms, ...more } })

/** An ambulance on its way to one alert, and another alert that is linked to that one. */
export async function linkedAlerts(world: World, by: Person) {
  const sent = await sentAmbulance(world, by)
  const other = await raisedAlert(world)
  const body = { with_id: sent.alert.id }
  const answer = await call(world.url, `/api/qr/alerts/${other.id}/link/`, { body, access: by.access })
  if (answer.status !== 200) throw new Error(`Not linked: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { ...sent, other }
}
