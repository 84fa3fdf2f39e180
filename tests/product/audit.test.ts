import { ERASE_WORD } from '@tvarit/shared/contracts/data-rights'
import { AUDIT_ACTIONS } from '@tvarit/shared/contracts/audit'
import type { AuditRow } from '@tvarit/shared/contracts/audit-list'
import type { ListPage } from '@tvarit/shared/contracts/lists'
import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { verifyAudit } from '@tvarit/shared/domain/audit/verify-audit'
import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const asha = await createPerson(world, 'staff', 'Asha')

beforeEach(() => world.empty('audit_log', 'audit_seals'))

const list = async (query = '', who = admin) => {
  const answer = await call(world.url, `/api/audit/${query}`, { access: who.access })
  return { status: answer.status, body: answer.body, ...(answer.body as unknown as ListPage<AuditRow>) }
}
/** Entries as they would have been written, so many days ago. */
const add = async (entry: Partial<Record<'actor_id' | 'subject_id', number>> & { action: string; days?: number }) => {
  const { action, actor_id = null, subject_id = null, days = 0 } = entry
  const subject = action.split('.')[0] === 'health' ? 'user' : action.split('.')[0]!
  await sql`insert into audit_log (at, actor_id, action, subject, subject_id)
    values (now() - make_interval(days => ${days}::integer), ${actor_id}, ${action}, ${subject}, ${subject_id})`.execute(
    world.db,
  )
}

test('an entry says when, who, what, about whom and from where, newest first', async () => {
  const subscriber = await createSubscriber(world)
  await call(world.url, `/api/users/${subscriber.id}/`, { access: asha.access })
  const { results, count } = await list('?action=health.viewed')
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    actor: { id: asha.id, name: 'Asha Rao', role: 'staff' },
    action: 'health.viewed',
    subject: 'user',
    person: { id: subscriber.id, name: 'Ravi Kumar', role: 'user' },
    ip: expect.stringMatching(/^[\d.]+$/),
  })
  await add({ action: 'alert.raised', subject_id: 7 })
  expect((await list()).results.slice(0, 2)).toMatchObject([
    { action: 'audit.viewed', detail: {} },
    { action: 'alert.raised', actor: null, person: null, subject: 'alert', subject_id: 7 },
  ])
})

test('that health data was seen stands in it, the data and the phone number do not', async () => {
  const { id, phone_number } = await createSubscriber(world)
  const seen = await call(world.url, `/api/users/${id}/`, { access: asha.access })
  expect(JSON.stringify(seen.body)).toContain('SECRET-HEALTH')
  const { results } = await list(`?subject=user&subject_id=${id}`)
  expect(results.map(({ action }) => action)).toContain('health.viewed')
  for (const secret of ['SECRET', phone_number]) expect(JSON.stringify(results)).not.toContain(secret)
})

test('filters by action, actor, subject and days in India work alone and together', async () => {
  await add({ action: 'alert.claimed', actor_id: asha.id, subject_id: 1, days: 3 })
  await add({ action: 'alert.claimed', actor_id: admin.id, subject_id: 2, days: 2 })
  await add({ action: 'coupon.created', actor_id: asha.id, subject_id: 2, days: 1 })
  const day = async (days: number) =>
    (
      await sql<{
        day: string
      }>`select ((now() - make_interval(days => ${days}::integer)) at time zone 'Asia/Kolkata')::date
        as day`.execute(world.db)
    ).rows[0]!.day
  const [three, two, one] = [await day(3), await day(2), await day(1)]
  const found = async (query: string) =>
    (await list(query)).results.map(({ action, subject_id }) => [action, subject_id])
  expect(await found('?action=alert.claimed')).toEqual([
    ['alert.claimed', 2],
    ['alert.claimed', 1],
  ])
  expect(await found(`?actor_id=${asha.id}`)).toEqual([
    ['coupon.created', 2],
    ['alert.claimed', 1],
  ])
  expect(await found('?subject=alert&subject_id=2')).toEqual([['alert.claimed', 2]])
  expect(await found(`?from=${three}&to=${two}`)).toEqual([
    ['alert.claimed', 2],
    ['alert.claimed', 1],
  ])
  expect(await found(`?from=${two}&to=${one}&actor_id=${asha.id}&action=coupon.created`)).toEqual([
    ['coupon.created', 2],
  ])
  // With seals, here one for each entry, the same is found by number.
  await sql`insert into audit_seals (first_id, last_id, entries, newest_at, previous, hash)
    select id, id, 1, at, '', '' from audit_log`.execute(world.db)
  expect(await found(`?from=${three}&to=${two}`)).toEqual([
    ['alert.claimed', 2],
    ['alert.claimed', 1],
  ])
  expect(await found(`?from=${one}&to=${one}`)).toEqual([['coupon.created', 2]])
  // The seals know the hour: what a day begins and ends with is decided by the clock of India.
  await sql`update audit_log set at = ${one}::timestamp at time zone 'Asia/Kolkata' - interval '1 minute'
    where subject_id = 2 and action = 'alert.claimed'`.execute(world.db)
  await sql`update audit_seals set newest_at = (select at from audit_log where id = first_id)`.execute(world.db)
  expect(await found(`?from=${one}&to=${one}`)).toEqual([['coupon.created', 2]])
})

test.each([
  ['?action=alert.undone', 'action'],
  ['?subject=secrets&subject_id=1', 'subject'],
  ['?subject=user', 'subject_id'],
  ['?subject_id=1', 'subject_id'],
  ['?actor_id=0', 'actor_id'],
  ['?from=2026-13-01', 'from'],
  ['?from=2026-02-02&to=2026-02-01', 'to'],
  ['?cursor=nonsense', 'cursor'],
])('%s is rejected by name, and nothing is noted', async (query, field) => {
  const { status, body } = await list(query)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
  expect(await world.db.selectFrom('audit_log').select('id').where('action', '<>', 'audit.viewed').execute()).toEqual(
    [],
  )
})

test('a walk through the pages shows each entry once, while new ones come in', async () => {
  for (let n = 1; n <= 7; n++) await add({ action: 'alert.raised', subject_id: n })
  const seen: (number | null)[] = []
  let query: string | null = '?action=alert.raised&page_size=3'
  while (query) {
    const page = await list(query)
    seen.push(...page.results.map(({ subject_id }) => subject_id))
    await add({ action: 'alert.raised', subject_id: 99 })
    query = page.next && page.next.slice(page.next.indexOf('?'))
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('reading the log is audited once a quarter of an hour for each set of filters', async () => {
  for (let n = 1; n <= 3; n++) await add({ action: 'alert.raised', subject_id: n })
  for (const query of ['?page_size=1', '?page_size=1&page=2', '', '?actor_id=5', '?actor_id=5&page=3'])
    await list(query)
  const looks = () =>
    world.db
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'audit.viewed')
      .orderBy('id')
      .execute()
  expect(await looks()).toEqual([
    { actor_id: admin.id, detail: {} },
    { actor_id: admin.id, detail: { actor_id: 5 } },
  ])
  await world.advanceTime(15 * 60_000)
  await list()
  expect(await looks()).toHaveLength(3)
})

test('an admin’s logout of a person ends tokens, consoles and half-done logins, audited', async () => {
  const staff = await createPerson(world, 'staff')
  const { challenge } = await openChallenge(world.db, staff.id, 'password', 'code')
  const screen = openScreen(world.url, staff.access)
  await isLive(screen)
  const end = (id: number, who = admin) =>
    call(world.url, `/api/users/${id}/sessions/end/`, { method: 'POST', body: {}, access: who.access })
  expect((await end(staff.id)).body).toEqual({ detail: 'Logged out on one device.' })
  await until('the screen is asked to log in again', () => screen.error !== null || screen.opens > 1)
  await screen.close()
  expect((await call(world.url, '/api/users/profile/', { access: staff.access })).status).toBe(401)
  expect((await call(world.url, '/api/users/token/refresh/', { body: { refresh: staff.refresh } })).status).toBe(401)
  const second = await call(world.url, '/api/users/login/second-factor/', { body: { challenge, code: '123456' } })
  expect(second.status).toBe(401)
  expect((await end(staff.id)).body).toEqual({ detail: 'This person is not logged in anywhere.' })
  expect((await end(admin.id)).status).toBe(409)
  expect((await end(999_999_999)).status).toBe(404)
  expect((await end(staff.id, asha)).status).toBe(403)
  expect((await list('?action=sessions.ended')).results).toMatchObject([
    { actor: { id: admin.id }, person: { id: staff.id }, detail: { count: 0 } },
    { actor: { id: admin.id }, person: { id: staff.id }, detail: { count: 1 } },
  ])
})

test('erasing a person removes their addresses from the log, and no seal breaks', async () => {
  const { id } = await createSubscriber(world)
  await signIn(world, id)
  await call(world.url, `/api/users/${id}/`, { access: asha.access })
  await add({ action: 'login.refused', subject_id: id })
  await sql`update audit_log set subject = 'user', ip = '198.51.100.9' where action = 'login.refused'`.execute(world.db)
  await sealAudit({ ctx: world.ctx(), input: { now: true } })
  const forget = () => sql`select forget_person_addresses(${id})`.execute(world.ctx().db)
  await expect(forget()).rejects.toMatchObject({ code: '42501' })
  const body = { reason: 'Asked by letter', confirmation: ERASE_WORD }
  expect((await call(world.url, `/api/users/${id}/erase/`, { body, access: admin.access })).status).toBe(200)
  const rows = await world.db.selectFrom('audit_log').select(['actor_id', 'action', 'ip']).orderBy('id').execute()
  expect(rows.filter(({ ip }) => ip === null).map(({ action }) => action)).toEqual(['session.opened', 'login.refused'])
  expect(rows.filter(({ ip }) => ip !== null).map(({ actor_id }) => actor_id)).toEqual([asha.id, admin.id])
  expect((await verifyAudit({ ctx: world.ctx() })).broken).toBeNull()
})

test('every action there can be has words of its own', () => {
  expect(new Set(Object.values(AUDIT_ACTIONS)).size).toBe(Object.keys(AUDIT_ACTIONS).length)
})
