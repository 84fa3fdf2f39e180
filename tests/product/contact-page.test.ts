import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import { LANGUAGES } from '@tvarit/shared/contracts/scan'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

/** A subscriber whose only contact was asked; the path of the contact's page as it stands in the SMS. */
async function asked(phone = newPhone()) {
  const subscriber = await createSubscriber(world, { relatives: [phone] })
  const own = await signIn(world, subscriber.id)
  await call(world.url, '/api/users/profile/contact-checks/', { method: 'POST', access: own.access })
  const { params } = await world.db
    .selectFrom('messages')
    .select('params')
    .where('user_id', '=', subscriber.id)
    .executeTakeFirstOrThrow()
  return { subscriber, phone, path: new URL((params as { url: string }).url).pathname }
}
const choose = (path: string, fields: Record<string, string>) =>
  fetch(`${world.url}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const page = async (path: string, language = 'en') => {
  const answer = await fetch(`${world.url}${path}`, { headers: { 'accept-language': language } })
  return { status: answer.status, text: await answer.text() }
}

test('a contact chooses WhatsApp and Hindi by a plain form, and the next alert follows it', async () => {
  const { subscriber, phone, path } = await asked()
  expect(path).toMatch(/^\/c\/[\w-]{22}$/)
  const saved = await choose(path, { channel: 'whatsapp', language: 'hi' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?saved=1&lang=hi`])
  const { id } = await press(world.url, subscriber.sticker.token)
  await notifyRelatives({ ctx: world.ctx(), input: { alert_id: id } })
  const messages = await world.db.selectFrom('messages').selectAll().where('alert_id', '=', id).execute()
  expect(messages).toMatchObject([{ to_phone: phone, channel: 'whatsapp', language: 'hi' }])
  const after = await page(`${path}?saved=1&lang=hi`)
  expect(after.text).toContain('सहेज लिया गया')
  expect(after.text).toMatch(/value="whatsapp"\s+checked/)
})

test('the page has the phone’s language before the first choice and the chosen one after', async () => {
  const { path } = await asked()
  for (const language of LANGUAGES) expect((await page(path, language)).text).toContain(`<html lang="${language}">`)
  await choose(path, { channel: 'sms', language: 'ta' })
  expect((await page(path)).text).toContain('<html lang="ta">')
})

test('it needs no script, shows the last four digits only, names nobody, and is one small answer', async () => {
  const { phone, path } = await asked()
  const { text } = await page(path)
  expect(text).not.toContain('<script')
  expect(text).toContain(phone.slice(-4))
  expect(text).not.toContain(phone)
  expect(text).not.toMatch(/Ravi|Kumar/)
  expect(Buffer.byteLength(text)).toBeLessThan(20_000)
})

test('who is the contact of several subscribers has one page', async () => {
  const first = await asked()
  const second = await asked(first.phone)
  expect(second.path).toBe(first.path)
})

test.each([
  ['an unknown channel', { channel: 'pigeon', language: 'hi' }, 400],
  ['an unknown language', { channel: 'sms', language: 'xx' }, 400],
  ['nothing', {}, 400],
])('%s is rejected and changes nothing', async (_what, fields, status) => {
  const { phone, path } = await asked()
  expect((await choose(path, fields)).status).toBe(status)
  const kept = await world.db
    .selectFrom('contact_preferences')
    .select(['channel', 'language', 'chosen_at'])
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({ channel: 'sms', language: 'en', chosen_at: null })
})

test('choices of numbers that no subscriber names are deleted after 30 days', async () => {
  const [kept, gone] = [await asked(), await asked()]
  await world.db
    .updateTable('subscriber_profiles')
    .set({ spouse_mobile: null })
    .where('user_id', '=', gone.subscriber.id)
    .execute()
  await world.advanceTime(31 * 86_400_000)
  await runRetention({ ctx: world.ctx() })
  const left = await world.db.selectFrom('contact_preferences').select('phone').execute()
  expect(left.map(({ phone }) => phone)).toContain(kept.phone)
  expect(left.map(({ phone }) => phone)).not.toContain(gone.phone)
})
