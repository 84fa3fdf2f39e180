import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { expect, test } from 'vitest'
import { call, newAddress, readSms } from '../harness/api.ts'
import { createSticker, newPhone } from '../harness/people.ts'
import { registrationFields, registrationForm } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

/** A person with a registration code, who may try serial numbers with it. */
async function withCode(ip = newAddress()) {
  const phone_number = newPhone()
  expect((await call(world.url, '/api/users/register/request-otp/', { body: { phone_number }, ip })).status).toBe(200)
  const otp = await readSms(world, phone_number)
  return (serial_number: string, more: Record<string, string> = {}) => {
    const fields = { ...registrationFields({ serial_number }, phone_number), otp, ...more }
    return call(world.url, '/api/users/register/subscriber/', { body: registrationForm(fields), ip })
  }
}
const looked = (answers: { body: Record<string, unknown> }[]) =>
  answers.filter(({ body }) => 'serial_number' in body).length

test('with one registration code five serial numbers are looked at, also when forty come at once', async () => {
  const attempt = await withCode()
  const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(newCodes().serial_number)))
  expect(looked(answers)).toBe(5)
  const rejected = answers.filter(({ body }) => !('serial_number' in body))
  for (const { status, body } of rejected) {
    expect([status, body]).toEqual([400, { otp: ['Too many tries with this code. Ask for a new one.'] }])
  }
  expect((await attempt((await createSticker(world)).serial_number)).status).toBe(400)
})

test('a person who mistypes the serial number four times registers with the fifth try', async () => {
  const attempt = await withCode()
  for (let n = 0; n < 4; n++) expect(looked([await attempt(newCodes().serial_number)])).toBe(1)
  expect((await attempt((await createSticker(world)).serial_number)).status).toBe(201)
})

test('a network has thirty failed registrations an hour, and successes do not count', async () => {
  const ip = newAddress()
  for (let n = 0; n < 6; n++) {
    const attempt = await withCode(ip)
    for (let tries = 0; tries < 5; tries++) expect((await attempt(newCodes().serial_number)).status).toBe(400)
  }
  const rejected = await (await withCode(ip))((await createSticker(world)).serial_number)
  expect([rejected.status, rejected.body]).toEqual([
    429,
    { detail: 'Too many registrations from this network were rejected. Try again in an hour.' },
  ])
  expect((await (await withCode())((await createSticker(world)).serial_number)).status).toBe(201)
})

test('a sticker that nobody has registered shows no more of its serial number than the last four', async () => {
  const { token, serial_number } = await createSticker(world)
  const view = await call(world.url, `/api/scan/${token}/`)
  const page = await call(world.url, `/s/${token}`)
  expect(view.body).toMatchObject({ state: 'unregistered', serial_last4: serial_number.slice(-4) })
  expect(page.body.text).toContain(serial_number.slice(-4))
  for (const text of [JSON.stringify(view.body), String(page.body.text)]) {
    expect(text).not.toContain(serial_number.slice(0, -4))
    expect(text).not.toContain(serial_number.slice(-5))
  }
})
