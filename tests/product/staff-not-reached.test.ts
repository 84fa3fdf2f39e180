import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { createMessage } from '@tvarit/shared/domain/messages/create-message'
import { subscribe } from '@tvarit/shared/domain/on-call/push/subscribe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWaited } from '../harness/alert-calls.ts'
import { newSubscription, readPush, startPushService } from '../harness/fake-push-service.ts'
import { type FakeSmtp, startFakeSmtp } from '../harness/fake-smtp.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { scrape } from '../harness/prometheus.ts'
import { until } from '../harness/until.ts'

let phones: PhoneWorld
let mails: FakeSmtp
let pushes: Awaited<ReturnType<typeof startPushService>>
let admin: Person
let made = 0

beforeAll(async () => {
  mails = await startFakeSmtp()
  pushes = await startPushService()
  phones = await phoneWorld(
    { whatsapp: ['twilio'], voice: ['twilio'] },
    {
      settings: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'alarm@tvarit.example',
        PUSH_TEST_ORIGIN: pushes.origin,
        METRICS_PORT: '0',
      },
    },
  )
  admin = await createPerson(phones.world, 'admin', 'Meera')
})
afterAll(async () => {
  await phones[Symbol.asyncDispose]()
  await mails.close()
  await pushes.close()
})

/** To a member of staff that the synthetic check fails; its last attempt. */
async function lastAttempt(to_phone: string, relation = 'Admin'): Promise<number> {
  const { world } = phones
  return world.db.transaction().execute(async (db) => {
    const id = await createMessage(db, {
      template: 'synthetic_failed',
      to_phone,
      params: { count: 2, time: '14:05', stage: 'press', url: 'https://tvarit.example/ops' },
      dedupe_key: `staff-not-reached:${(made += 1)}`,
      valid_seconds: 600,
      recipient_name: 'Meera',
      recipient_relation: relation,
    })
    await db.updateTable('messages').set({ attempts: 7 }).where('id', '=', id!).execute()
    await db
      .updateTable('outbox')
      .set({ payload: JSON.stringify({ message_id: id, attempts: 7 }) })
      .where('job_id', '=', `send-message-${id}`)
      .execute()
    return id!
  })
}

const copies = async (id: number) => {
  const { dedupe_key } = await phones.row(id)
  const rows = await phones.world.db
    .selectFrom('messages')
    .select(['channel', 'template', 'state', 'dedupe_key'])
    .where('dedupe_key', 'like', `${dedupe_key}:%`)
    .orderBy('channel')
    .execute()
  return rows.map(({ channel, template }) => [channel, template])
}

async function watch(): Promise<ConsoleWatch['staff_not_reached']> {
  const response = await fetch(`${phones.world.url}/trpc/alerts.watch`, { headers: admin.headers })
  return ((await response.json()) as { result: { data: ConsoleWatch } }).result.data.staff_not_reached
}

test('an SMS to staff that failed for good goes out by WhatsApp, call, e-mail and push', async () => {
  const subscription = newSubscription(pushes.origin)
  await subscribe({ ctx: { ...phones.world.ctx(admin.actor), actor: admin.actor }, input: subscription })
  await pushes.untilArrived(subscription.endpoint)
  phones.carrier.mode('twilio', 'error_500')
  const id = await lastAttempt(admin.phone_number)
  await phones.untilState(id, 'failed')
  expect(await copies(id)).toEqual([
    ['email', 'synthetic_failed'],
    ['voice', 'synthetic_failed_call'],
    ['whatsapp', 'synthetic_failed'],
  ])
  await phones.untilTaken(admin.phone_number, 'whatsapp')
  await phones.untilTaken(admin.phone_number, 'voice')
  const mail = await until('the mail has arrived', () => mails.accepted[0])
  expect(mail.to).toContain(admin.phone_number)
  expect(mail.source).toContain('the test alert failed 2 times in a row')
  const [, alarm] = await pushes.untilArrived(subscription.endpoint, 2)
  expect(readPush(alarm!)).toMatchObject({
    alert_id: null,
    text: expect.stringContaining('ALARM: the test alert failed'),
  })
})

test('a copy that fails has no copies of its own', async () => {
  phones.carrier.mode('twilio', 'error_500')
  phones.carrier.mode('twilio whatsapp', 'bad_number')
  const to = newPhone()
  const id = await lastAttempt(to, 'On call')
  await until('the WhatsApp has failed', async () => {
    const row = await phones.world.db
      .selectFrom('messages')
      .select('state')
      .where('to_phone', '=', to)
      .where('channel', '=', 'whatsapp')
      .executeTakeFirst()
    return row?.state === 'failed'
  })
  expect(await copies(id)).toEqual([
    ['voice', 'synthetic_failed_call'],
    ['whatsapp', 'synthetic_failed'],
  ])
})

test('every console shows who was not reached, until a later message tells the person', async () => {
  phones.carrier.mode('twilio', 'error_500')
  const to = newPhone()
  const id = await lastAttempt(to, 'On call')
  await phones.untilState(id, 'failed')
  expect(await watch()).toContainEqual({ id, name: 'Meera', failed_at: expect.any(String) })
  phones.carrier.mode('twilio', 'ok')
  await phones.untilState(await lastAttempt(to, 'On call'), 'sent')
  expect((await watch()).map((message) => message.id)).not.toContain(id)
})

test('one message to staff that failed for good is counted apart from others', async () => {
  phones.carrier.mode('twilio', 'error_500')
  const relative = await lastAttempt(newPhone(), 'Brother')
  await phones.untilState(relative, 'failed')
  expect(await copies(relative)).toEqual([])
  await phones.world.advanceTime(6_000)
  await until('the metric shows both', async () => {
    const { samples } = await scrape(await phones.world.worker!.private_url)
    const failed = samples.filter(
      ({ name, labels }) => name === 'tvarit_messages_last_hour' && labels.state === 'failed',
    )
    const audiences = failed.map(({ labels }) => labels.audience)
    return audiences.includes('staff') && audiences.includes('other')
  })
})

test('an escalation that failed for good is called at once, and its copies begin no ladder', async () => {
  const { world } = phones
  phones.carrier.mode('twilio', 'bad_number')
  phones.carrier.mode('twilio whatsapp', 'ok')
  const calls = async () => {
    const rows = await world.db
      .selectFrom('messages')
      .select('dedupe_key')
      .where('template', '=', 'staff_escalation_call')
      .where('to_phone', '=', admin.phone_number)
      .execute()
    return rows.map(({ dedupe_key }) => dedupe_key.replace(/^staff:\d+:\d+/, ''))
  }
  await hasWaited(world, await phones.alert(), 61)
  await until('the call of the copy', async () => (await calls()).includes(':call:0'))
  await world.advanceTime(21_000)
  await until('the first call of the ladder', async () => (await calls()).includes(':call:20'))
  expect((await calls()).filter((key) => /whatsapp|email/.test(key))).toEqual([])
})
