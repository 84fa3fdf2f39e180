import type { HandoverView } from '@tvarit/shared/contracts/handover'
import { north, raisedAlert, smsTo } from './ambulances.ts'
import { type Answer, call } from './api.ts'
import { newPhone, type Person } from './people.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

interface HospitalOptions {
  name?: string
  /** Kilometres north of the scene. */
  km?: number
  email?: string | null
  emergency?: boolean
  retired?: boolean
}

export interface Hospital {
  id: number
  name: string
  phone: string
  email: string | null
}

let hospitals = 0

/** A hospital of the registry. */
export async function createHospital(world: World, options: HospitalOptions = {}): Promise<Hospital> {
  const { name = `Lotus Hospital ${++hospitals}`, km = 2, email = null, emergency = true, retired = false } = options
  return world.db
    .insertInto('hospitals')
    .values({
      ...north(km),
      name,
      phone: newPhone(),
      email,
      address: '1 Ring Road',
      emergency,
      retired_at: retired ? new Date() : null,
    })
    .returning(['id', 'name', 'phone', 'email'])
    .executeTakeFirstOrThrow()
}

export const sendTo = (world: World, by: Person, alert: number, body: Record<string, unknown>): Promise<Answer> =>
  call(world.url, `/api/qr/alerts/${alert}/handovers/`, { body: { channel: 'sms', ...body }, access: by.access })

export const revoke = (world: World, by: Person, handover: number): Promise<Answer> =>
  call(world.url, `/api/qr/handovers/${handover}/revoke/`, { body: {}, access: by.access })

/** The token in the newest SMS to the hospital. */
export async function hospitalToken(world: World, phone: string, sent = 1): Promise<string> {
  const texts = await until('the hospital has the SMS', async () => {
    const found = (await smsTo(world, phone)).filter((text) => text.includes('/h/'))
    return found.length >= sent && found
  })
  return /\/h\/([\w-]{22})(?![\w-])/.exec(texts.at(-1)!)![1]!
}

/** An alert whose health data a hospital has the link to. */
export async function handedOver(world: World, by: Person, options: Parameters<typeof raisedAlert>[1] = {}) {
  const alert = await raisedAlert(world, options)
  const hospital = await createHospital(world)
  const answer = await sendTo(world, by, alert.id, { hospital_id: hospital.id })
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status} ${JSON.stringify(answer.body)}`)
  const handover = answer.body as unknown as HandoverView
  return { alert, hospital, handover, token: await hospitalToken(world, hospital.phone) }
}

/** Presses "Open health data". */
export const open = (world: World, token: string): Promise<Answer> =>
  call(world.url, `/h/${token}`, {
    method: 'POST',
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
