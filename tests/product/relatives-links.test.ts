import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const asha = await createPerson(world, 'staff', 'Asha')

const messagesOf = (alert_id: number) =>
  world.db.selectFrom('messages').selectAll().where('alert_id', '=', alert_id).orderBy('id').execute()
const tokenIn = (params: unknown) => /\/t\/([\w-]{22})"/.exec(JSON.stringify(params))?.[1]

async function notified(relatives = [newPhone()], language = 'en') {
  for (const phone of relatives)
    await world.db
      .insertInto('contact_preferences')
      .values({ phone, token: `link-of-${phone}`, language })
      .execute()
  const alert = await raisedAlert(world, { relatives })
  await notifyRelatives({ ctx: world.ctx(), input: { alert_id: alert.id } })
  const [message] = await messagesOf(alert.id)
  return { ...alert, message_id: message!.id, token: tokenIn(message!.params)! }
}
const stateOf = async (id: number) =>
  await world.db.selectFrom('messages').select(['state', 'confirmed_at']).where('id', '=', id).executeTakeFirstOrThrow()
const press = (path: string) => fetch(`${world.url}${path}`, { method: 'POST', redirect: 'manual' })

test('each relative has a link of their own, and the same one in all messages of an alert', async () => {
  const { id } = await notified([newPhone(), newPhone()])
  const ambulance = await createAmbulance(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  const links = new Map<string, Set<string | undefined>>()
  for (const { to_phone, template, params } of await messagesOf(id)) {
    if (!template.startsWith('relative_')) continue
    links.set(to_phone!, (links.get(to_phone!) ?? new Set()).add(tokenIn(params)))
  }
  const own = [...links.values()].map((tokens) => [...tokens])
  expect(own).toEqual([[expect.any(String)], [expect.any(String)]])
  expect(own[0]).not.toEqual(own[1])
})

test('only the button confirms, once, on the timeline too, not a mere view', async () => {
  const { id, message_id, token } = await notified()
  await call(world.url, `/t/${token}`)
  await call(world.url, `/t/${token}`, { method: 'HEAD' })
  expect((await call(world.url, `/api/track/${token}/`)).body).toMatchObject({ confirmed: false })
  expect(await stateOf(message_id)).toEqual({ state: 'pending', confirmed_at: null })
  const answer = await press(`/t/${token}?lang=hi`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/t/${token}?lang=hi`])
  const first = await stateOf(message_id)
  expect(first).toEqual({ state: 'confirmed', confirmed_at: expect.any(Date) })
  await press(`/t/${token}`)
  expect(await stateOf(message_id)).toEqual(first)
  expect((await call(world.url, `/api/track/${token}/`)).body).toMatchObject({ confirmed: true })
  const { body } = await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })
  const { timeline, people } = body as unknown as {
    timeline: { text: string }[]
    people: { ladder: { state: string } | null }[]
  }
  expect(timeline.filter(({ text }) => text.includes('confirmed'))).toEqual([
    expect.objectContaining({ text: 'Message to Meena Kumar: confirmed.' }),
  ])
  expect(people[0]!.ladder!.state).toBe('told')
})

test('the page’s script confirms by JSON and is answered with JSON', async () => {
  const { message_id, token } = await notified()
  const answer = await call(world.url, `/t/${token}`, { body: {} })
  expect([answer.status, answer.body]).toEqual([200, { detail: 'Confirmed.' }])
  expect((await stateOf(message_id)).state).toBe('confirmed')
})

test('a link that is unknown or has ended confirms nothing', async () => {
  const { message_id, token } = await notified()
  expect((await press(`/t/${'A'.repeat(22)}`)).status).toBe(404)
  await world.advanceTime(25 * 3_600_000)
  expect((await press(`/t/${token}`)).status).toBe(404)
  expect((await stateOf(message_id)).confirmed_at).toBeNull()
})

test('the page is in the language of its relative, unless another is asked for', async () => {
  const { token } = await notified([newPhone()], 'hi')
  const page = async (more = '') =>
    (await fetch(`${world.url}/t/${token}${more}`, { headers: { 'accept-language': 'en' } })).text()
  expect(await page()).toContain('<html lang="hi">')
  expect(await page('?lang=en')).toContain('<html lang="en">')
})

test('a link of a previous version, shared by all relatives, works and confirms none', async () => {
  const { id, message_id } = await notified()
  const shared = 'shared-link-0123456789'
  await world.db.updateTable('alerts').set({ track_token: shared }).where('id', '=', id).execute()
  expect((await call(world.url, `/api/track/${shared}/`)).body).toMatchObject({ confirmed: null, language: null })
  expect((await press(`/t/${shared}`)).status).toBe(303)
  expect((await stateOf(message_id)).confirmed_at).toBeNull()
})
