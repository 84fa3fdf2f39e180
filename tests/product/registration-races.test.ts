import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codeBySms } from '../harness/api.ts'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const photosKept = () => {
  const folder = path.join(world.config.DATA_DIR, 'files', 'photos')
  return fs.existsSync(folder) ? fs.readdirSync(folder).length : 0
}

test('a sticker with an open alert can be registered', async () => {
  const sticker = await createSticker(world)
  expect((await press(world.url, sticker.token)).http).toBe(201)
  expect((await register(world, registrationFields(sticker))).status).toBe(201)
})

test('of ten people who register one sticker at once one wins, and one file stays', async () => {
  const sticker = await createSticker(world)
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const people = Array.from({ length: 10 }, () => registrationFields(sticker))
  const codes = await Promise.all(people.map((fields) => codeBySms(world, 'register', fields.phone_number)))
  const [before, files] = [await written(world), photosKept()]
  const answers = await Promise.all(
    people.map((fields, n) =>
      sendRegistration(world, { ...fields, otp: codes[n]! }, new Blob([new Uint8Array(picture)])),
    ),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  for (const answer of answers.filter((answer) => answer.status !== 201)) {
    expect([answer.status, answer.body]).toEqual([
      400,
      { serial_number: ['This serial number is already registered.'] },
    ])
  }
  const after = await written(world)
  for (const [what, count] of Object.entries(before)) expect([what, after[what]]).toEqual([what, count + 1])
  expect(photosKept()).toBe(files + 1)
})

test('one form sent ten times at once registers one person', async () => {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  const before = await written(world)
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendRegistration(world, { ...fields, otp })))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9)
  expect((await written(world)).users).toBe(before.users! + 1)
})

test('two people with one e-mail at once: one is registered, the other rejected under email', async () => {
  const [left, right] = [registrationFields(await createSticker(world)), registrationFields(await createSticker(world))]
  right.email = left.email
  const codes = await Promise.all([left, right].map((fields) => codeBySms(world, 'register', fields.phone_number)))
  const answers = await Promise.all([
    sendRegistration(world, { ...left, otp: codes[0]! }),
    sendRegistration(world, { ...right, otp: codes[1]! }),
  ])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 400])
  expect(answers.find((answer) => answer.status === 400)!.body).toEqual({
    email: ['This e-mail address is already registered.'],
  })
})

test('a removed person’s number and e-mail can be registered again', async () => {
  const person = await createPerson(world, 'staff')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  const fields = registrationFields(await createSticker(world), person.phone_number)
  const answer = await register(world, { ...fields, email: `${person.phone_number}@test.example` })
  expect(answer.status).toBe(201)
})

test('the phone number of a form is normalised before anything compares it', async () => {
  const phone = newPhone()
  const otp = await codeBySms(world, 'register', `+91 ${phone}`.slice(4))
  const fields = { ...registrationFields(await createSticker(world), `+91-${phone}`), email: '', otp }
  const answer = await sendRegistration(world, fields)
  expect([answer.status, answer.body.phone_number]).toEqual([201, phone])
})
