import type { DataViews } from '@tvarit/shared/contracts/data-views'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { handedOver, open } from '../harness/handovers.ts'
import { createPerson, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: true, settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')
const admin = await createPerson(world, 'admin', 'Meera')

const viewsOf = async (person: { access: string }) =>
  (await call(world.url, '/api/users/profile/data-views/', { access: person.access })).body as unknown as DataViews

test('the subscriber sees who viewed the own data, with role, time and place, newest first', async () => {
  const { alert, hospital, token } = await handedOver(world, asha)
  const own = await signIn(world, alert.subscriber.id)
  expect(await viewsOf(own)).toEqual([])
  await call(world.url, `/api/users/${own.id}/`, { access: admin.access })
  await call(world.url, `/api/qr/alerts/${alert.id}/`, { access: asha.access })
  await open(world, token)
  expect(await viewsOf(own)).toEqual([
    {
      who: hospital.name,
      role: null,
      alert_id: alert.id,
      first_at: expect.any(String),
      last_at: expect.any(String),
      times: 1,
    },
    {
      who: 'Asha Rao',
      role: 'staff',
      alert_id: alert.id,
      first_at: expect.any(String),
      last_at: expect.any(String),
      times: 1,
    },
    {
      who: 'Meera Rao',
      role: 'admin',
      alert_id: null,
      first_at: expect.any(String),
      last_at: expect.any(String),
      times: 1,
    },
  ])
})

test('views of one day at one page are one row with first, last and count', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  for (let n = 0; n < 3; n++) await call(world.url, `/api/users/${id}/`, { access: admin.access })
  await world.db
    .insertInto('audit_log')
    .values({
      action: 'health.viewed',
      subject: 'user',
      subject_id: id,
      actor_id: admin.id,
      at: new Date(Date.now() - 48 * 3_600_000),
    })
    .execute()
  const views = await viewsOf(own)
  expect(views.map(({ times }) => times)).toEqual([3, 1])
  expect(new Date(views[0]!.first_at) <= new Date(views[0]!.last_at)).toBe(true)
})

test('an alert’s open page is one view in five minutes for each person and address', async () => {
  const { alert } = await handedOver(world, asha)
  const { subscriber } = alert
  const look = (by: Person, ip = '198.51.100.8') =>
    call(world.url, `/api/qr/alerts/${alert.id}/`, { access: by.access, ip })
  for (let n = 0; n < 5; n++) expect((await look(asha)).status).toBe(200)
  const entries = async () =>
    (
      await world.db
        .selectFrom('audit_log')
        .select(['actor_id', 'detail'])
        .where('action', '=', 'health.viewed')
        .where('subject_id', '=', subscriber.id)
        .orderBy('id')
        .execute()
    ).map(({ actor_id, detail }) => [actor_id, detail])
  const first = [asha.id, { alert_id: alert.id }]
  expect(await entries()).toEqual([first])
  await look(admin)
  await look(asha, '198.51.100.9')
  await look(asha)
  const then = [first, [admin.id, { alert_id: alert.id }], first]
  expect(await entries()).toEqual(then)
  await world.advanceTime(5 * 60_000)
  await look(asha)
  expect(await entries()).toEqual([...then, first])
})

test('own views are not listed, each sees only views of themselves, at most fifty', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  await call(world.url, `/api/users/${id}/`, { access: own.access })
  expect(await viewsOf(own)).toEqual([])
  const values = Array.from({ length: 60 }, (_, n) => ({
    action: 'health.viewed',
    subject: 'user',
    subject_id: id,
    actor_id: admin.id,
    detail: JSON.stringify({ alert_id: n + 1 }),
  }))
  await world.db.insertInto('audit_log').values(values).execute()
  expect(await viewsOf(own)).toHaveLength(50)
  expect(await viewsOf(await signIn(world, (await createSubscriber(world)).id))).toEqual([])
})

test('health data itself is not in it', async () => {
  const { alert, token } = await handedOver(world, asha)
  await open(world, token)
  expect(JSON.stringify(await viewsOf(await signIn(world, alert.subscriber.id)))).not.toMatch(/SECRET/)
})
