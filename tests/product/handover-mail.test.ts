import { createMailer } from '@tvarit/shared/platform/mail/create-mailer'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { startFakeSmtp } from '../harness/fake-smtp.ts'
import { createHospital, open, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const smtp = await startFakeSmtp()
const world = await fileWorld({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@tvarit.example' } })
const asha = await createPerson(world, 'staff', 'Asha')

beforeEach(() => {
  smtp.mode = 'ok'
})
afterAll(async () => {
  await smtp?.close()
})

let addresses = 0
async function mailed() {
  const { id } = await raisedAlert(world, { relatives: [] })
  const email = `er${++addresses}@hospital.example`
  const hospital = await createHospital(world, { email })
  const answer = await sendTo(world, asha, id, { hospital_id: hospital.id, channel: 'email' })
  expect(answer).toMatchObject({ status: 201, body: { channel: 'email', sent_to: email } })
  return { id, hospital, email }
}
const messageOf = (alert: number) =>
  world.db
    .selectFrom('messages')
    .selectAll()
    .where('alert_id', '=', alert)
    .where('channel', '=', 'email')
    .executeTakeFirstOrThrow()
const until_state = (alert: number, state: string) =>
  until(`the e-mail is ${state}`, async () => {
    const message = await messageOf(alert)
    return message.state === state && message
  })
const takenFor = (email: string) => smtp.accepted.filter(({ to }) => to === email)

test('a hospital’s e-mail has person, link and number to call, nothing about health', async () => {
  const { id, hospital, email } = await mailed()
  const message = await until_state(id, 'sent')
  expect(message).toMatchObject({ provider: 'smtp', to_phone: null, to_email: email })
  const [mail] = takenFor(email)
  expect(mail!.from).toBe('alerts@tvarit.example')
  expect(mail!.source).toMatch(/^From: Tvarit <alerts@tvarit\.example>$/m)
  expect(mail!.source).toContain(`Subject: Tvarit alert ${id}: health data of a patient for`)
  expect(mail!.source).toContain(`To the emergency department of ${hospital.name}`)
  expect(mail!.source).not.toMatch(/SECRET|Diabetes|Ravi|Kumar/)
  const token = /\/h\/([\w-]{22})/.exec(mail!.source)![1]!
  expect((await open(world, token)).status).toBe(200)
})

test('the operator may give another address, and the registry keeps its own', async () => {
  const { id } = await raisedAlert(world, { relatives: [] })
  const hospital = await createHospital(world, { email: 'desk@hospital.example' })
  const answer = await sendTo(world, asha, id, {
    hospital_id: hospital.id,
    channel: 'email',
    email: ` Desk${id}@Hospital.example `,
  })
  const sent_to = `desk${id}@hospital.example`
  expect(answer.body).toMatchObject({ sent_to })
  await until_state(id, 'sent')
  expect(takenFor(sent_to)).toHaveLength(1)
})

test('an unknown e-mail address fails at once, and corrected it arrives with the same link', async () => {
  smtp.mode = 'no_such_person'
  const { id, email } = await mailed()
  const failed = await until_state(id, 'failed')
  expect(failed).toMatchObject({ attempts: 1, last_error: 'The mail server said 550' })
  expect(failed.last_error).not.toContain(email)
  smtp.mode = 'ok'
  await call(world.url, '/trpc/alerts.retryMessage', { body: { message_id: failed.id }, access: asha.access })
  await until_state(id, 'sent')
  expect(takenFor(email)).toHaveLength(1)
})

test.each(['busy', 'rejects_all'] as const)(
  'a mail server that is %s is tried again until it takes the mail, once',
  async (mode) => {
    smtp.mode = mode
    const before = smtp.tries
    const { id, email } = await mailed()
    await until('it was tried', () => smtp.tries > before)
    const waiting = await until_state(id, 'pending')
    expect(waiting.last_error).toMatch(/^The mail server said (451|554)$/)
    smtp.mode = 'ok'
    await until_state(id, 'sent')
    expect(takenFor(email)).toHaveLength(1)
  },
)

test('a second copy after a mail server hung up has the same Message-ID', async () => {
  smtp.mode = 'accept_then_drop'
  const { id, email } = await mailed()
  await until('it was taken without a word', () => takenFor(email).length > 0)
  smtp.mode = 'ok'
  const message = await until_state(id, 'sent')
  expect(message.uncertain).toBe(true)
  expect(new Set(takenFor(email).map(({ message_id }) => message_id)).size).toBe(1)
})

test('a mail server that never answers is given up in time, and in doubt', async () => {
  const slow = await startFakeSmtp()
  slow.mode = 'slow'
  try {
    const config = readConfig({ ...world.environment, SMTP_URL: slow.url })
    const mailer = createMailer(config, {
      storeMail: () => Promise.reject(new Error('no')),
      find: () => Promise.resolve(null),
    })
    const mail = { message_id: 1, to: 'a@b.example', subject: 's', text: 't', template: 'hospital_handover' }
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'transient', uncertain: true })
  } finally {
    await slow.close()
  }
})

test('a mail server that is not there is a certain failure, tried again later', async () => {
  const gone = await startFakeSmtp()
  await gone.close()
  const config = readConfig({ ...world.environment, SMTP_URL: gone.url })
  const mailer = createMailer(config, {
    storeMail: () => Promise.reject(new Error('no')),
    find: () => Promise.resolve(null),
  })
  const mail = { message_id: 1, to: 'a@b.example', subject: 's', text: 't', template: 'hospital_handover' }
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'transient', uncertain: false })
})

test('without a mail server real deployments offer no e-mail, with an error that says so', async () => {
  const carrier = await startFakeCarrier()
  const own = await createWorld({ worker: false, settings: carrierSettings(carrier, ['twilio']) })
  try {
    const by = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    const hospital = await createHospital(own, { email: 'er@hospital.example' })
    const choices = await call(own.url, `/api/qr/alerts/${id}/hospitals/`, { access: by.access })
    expect(choices.body).toMatchObject({ channels: ['sms'] })
    expect(await sendTo(own, by, id, { hospital_id: hospital.id, channel: 'email' })).toMatchObject({
      status: 400,
      body: { channel: ['E-mail is not set up here. Send an SMS.'] },
    })
  } finally {
    await own.stop()
    await carrier.close()
  }
})

test('on a development machine e-mails are in the inbox, found by address', async () => {
  const own = await createWorld()
  try {
    const by = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own, { relatives: [] })
    const hospital = await createHospital(own, { email: 'er@hospital.example' })
    await sendTo(own, by, id, { hospital_id: hospital.id, channel: 'email' })
    const found = await until('it is in the inbox', async () => {
      const answer = await fetch(`${own.url}/api/dev/messages/?to=er@hospital.example`)
      const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
      return mails.length > 0 && mails
    })
    expect(found[0]).toMatchObject({ to: 'er@hospital.example', subject: expect.stringContaining('health data') })
    expect(await (await fetch(`${own.url}/dev/messages`)).text()).toContain('er@hospital.example')
  } finally {
    await own.stop()
  }
})

test('SMTP_URL needs MAIL_FROM, and an address that is one', () => {
  const settings = { ...world.environment, MAIL_FROM: undefined }
  expect(() => readConfig(settings)).toThrow('MAIL_FROM: is needed by SMTP_URL')
  expect(() => readConfig({ ...settings, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM')
  expect(() => readConfig({ ...settings, SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' })).toThrow(
    'SMTP_URL',
  )
})
