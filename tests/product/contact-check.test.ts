import { createLog } from '@tvarit/shared/platform/log/log'
import { startWorker } from '@tvarit/worker/worker'
import { expect, test } from 'vitest'
import { smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const DAY = 86_400_000

const world = await fileWorld({ worker: false })

const PATH = '/api/users/profile/contact-checks/'
const check = (who: Person) => call(world.url, PATH, { method: 'POST', access: who.access })
const checks = async (who: Person) =>
  (await call(world.url, PATH, { access: who.access })).body as unknown as {
    phone: string
    state: string
    due: boolean
  }[]
const owner = async (relatives?: string[]) => {
  const subscriber = await createSubscriber(world, relatives ? { relatives } : {})
  return { ...subscriber, own: await signIn(world, subscriber.id) }
}
const setContacts = (user_id: number, contacts: Record<string, string | null>) =>
  world.db.updateTable('subscriber_profiles').set(contacts).where('user_id', '=', user_id).execute()
const asked = (user_id: number) =>
  world.db
    .selectFrom('messages')
    .select(['id', 'to_phone'])
    .where('user_id', '=', user_id)
    .where('template', '=', 'contact_check')
    .orderBy('id')
    .execute()

test('each contact gets one SMS with subscriber and number to call, and its state shows', async () => {
  const { own, relatives } = await owner()
  expect(await checks(own)).toMatchObject([
    { phone: relatives[0], relation: 'Spouse', name: 'Meena Kumar', state: 'never', due: true },
    { phone: relatives[1], relation: 'Relative', state: 'never', due: true },
  ])
  const worker = startWorker(world.config, createLog('test', 'silent'))
  try {
    const answer = await check(own)
    expect(answer.status).toBe(201)
    for (const phone of relatives) {
      const texts = await until('the contact has it', async () => {
        const found = await smsTo(world, phone)
        return found.length > 0 && found
      })
      expect(texts).toHaveLength(1)
      expect(texts[0]).toMatch(/^Tvarit: Ravi Kumar named you as emergency contact\. .*Not you\? Call /)
      expect(texts[0]).not.toMatch(/SECRET|Diabetes|Metformin/)
    }
    await until('both are sent', async () =>
      (await checks(own)).every(({ state, due }) => ['sent', 'delivered'].includes(state) && !due),
    )
  } finally {
    await worker.stop()
  }
})

test.each([
  ['pending', 'queued', false],
  ['sending', 'queued', false],
  ['sent', 'sent', false],
  ['delivered', 'delivered', false],
  ['failed', 'failed', true],
] as const)('a message that is %s is shown as %s', async (state, shown, due) => {
  const { own } = await owner([newPhone()])
  await check(own)
  await world.db.updateTable('messages').set({ state }).where('user_id', '=', own.id).execute()
  expect(await checks(own)).toMatchObject([{ state: shown, due }])
})

test('a number is asked once in 30 days, however often and however many at once ask', async () => {
  const { own } = await owner([newPhone()])
  const answers = await Promise.all([1, 2, 3, 4].map(() => check(own)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  await world.advanceTime(29 * DAY)
  const soon = await check(await signIn(world, own.id))
  expect([soon.status, soon.body.detail]).toEqual([409, 'All your contacts had their SMS in the last 30 days.'])
  expect(await asked(own.id)).toHaveLength(1)
})

test('a contact that was added later is asked alone', async () => {
  const { own, relatives } = await owner()
  await check(own)
  const friend = newPhone()
  await setContacts(own.id, { friend1_name: 'Imran', friend1_mobile: friend })
  expect((await check(own)).status).toBe(201)
  expect((await asked(own.id)).map(({ to_phone }) => to_phone)).toEqual([...relatives, friend])
})

test('a number that failed may be asked again, but not on the same day', async () => {
  const { own } = await owner([newPhone()])
  await check(own)
  await world.db.updateTable('messages').set({ state: 'failed' }).where('user_id', '=', own.id).execute()
  expect((await check(own)).status).toBe(409)
  await world.db
    .updateTable('messages')
    .set({ dedupe_key: `yesterday-${own.id}` })
    .where('user_id', '=', own.id)
    .execute()
  expect((await check(own)).status).toBe(201)
  expect(await asked(own.id)).toHaveLength(2)
})

test('the own number and a doubled one are not asked twice', async () => {
  const phone = newPhone()
  const { own } = await owner([phone, phone])
  await setContacts(own.id, { friend1_mobile: own.phone_number })
  await check(own)
  expect((await asked(own.id)).map(({ to_phone }) => to_phone)).toEqual([phone])
})

test('changing contacts does not make it a way to write to strangers: twelve messages in 30 days', async () => {
  const { own } = await owner([newPhone(), newPhone()])
  for (let round = 0; round < 6; round++) {
    expect((await check(own)).status).toBe(201)
    await setContacts(own.id, { spouse_mobile: newPhone(), relative_mobile: newPhone() })
  }
  expect((await check(own)).status).toBe(429)
  expect(await asked(own.id)).toHaveLength(12)
})

test('without a contact there is nobody to ask', async () => {
  const { own } = await owner([])
  expect(await check(own)).toMatchObject({
    status: 409,
    body: { detail: 'You have given no emergency contact with a phone number yet.' },
  })
})
