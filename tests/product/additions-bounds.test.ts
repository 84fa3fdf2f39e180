import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { expect, test } from 'vitest'
import { type Answer, call, newAddress } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const raised = async () => press(world.url, (await createSubscriber(world)).sticker.token)
const add = (status_url: string, landmark: string, ip: string): Promise<Answer> =>
  call(world.url, `${status_url}/details`, { body: { landmark }, ip })
const detail = async (id: number, query = '') =>
  (await call(world.url, `/api/qr/alerts/${id}/${query}`, { access: asha.access })).body as unknown as AlertDetail
const additions = async (id: number) => (await detail(id)).timeline.filter(({ kind }) => kind === 'details').length

test('the same addition again and again is one report and one entry of the timeline', async () => {
  const { id, status_url } = await raised()
  const ip = newAddress()
  const answers = await Promise.all(Array.from({ length: 30 }, () => add(status_url, 'Opposite the temple', ip)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { reports } = await detail(id)
  expect([await additions(id), reports.filter(({ added_later }) => added_later).length]).toEqual([1, 1])
})

test('additions to an alert are limited to ten a network and forty in all, with a message', async () => {
  const { id, status_url } = await raised()
  const ip = newAddress()
  for (let place = 0; place < LIMITS.details_per_network; place++) {
    expect((await add(status_url, `Shop ${place}`, ip)).status).toBe(200)
  }
  const rejected = await add(status_url, 'One more', ip)
  expect([rejected.status, rejected.body]).toEqual([
    429,
    { detail: 'Enough has been added to this report. To say more, call 112 or the call centre.' },
  ])
  const form = await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip },
    body: 'landmark=By+form',
  })
  expect([form.status, (await form.text()).includes('tel:112')]).toEqual([429, true])
  for (let place = LIMITS.details_per_network; place < LIMITS.details_per_alert; place++) {
    expect((await add(status_url, `Shop ${place}`, newAddress())).status).toBe(200)
  }
  expect((await add(status_url, 'From elsewhere', newAddress())).status).toBe(429)
  expect(await additions(id)).toBe(LIMITS.details_per_alert)
})

test('a long timeline comes in pages, newest first, with no entry missing or doubled', async () => {
  const { id } = await raised()
  await world.pool.query(
    `insert into alert_events (alert_id, kind, detail)
     select $1, 'note', jsonb_build_object('note', 'Note ' || place) from generate_series(1, 450) as place`,
    [id],
  )
  const parts = [await detail(id)]
  while (parts.at(-1)!.timeline_before) {
    parts.push(await detail(id, `?timeline_before=${parts.at(-1)!.timeline_before}`))
  }
  expect(parts.map(({ timeline }) => timeline.length)).toEqual([200, 200, 51])
  const texts = parts.toReversed().flatMap(({ timeline }) => timeline.map(({ text }) => text))
  expect(texts).toEqual([
    'Alert raised by a bystander.',
    ...Array.from({ length: 450 }, (_each, place) => `A person: Note ${place + 1}`),
  ])
})
