import { notifyStaff } from '@tvarit/shared/domain/call-centre/notify-staff'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { isSyntheticPass, syntheticPass, syntheticToken } from '@tvarit/shared/domain/synthetic/synthetic-coupon'
import { runScan } from '@tvarit/worker/synthetic/run-scan'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { syntheticChecks } from '../harness/synthetic-checks.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { ON_CALL_NUMBERS: newPhone() } })
const admin = await createPerson(world, 'admin')
const { ctx, scans, scan, heartbeats } = syntheticChecks(world)

describe('a scan that no person makes', () => {
  test('goes the whole way, is timed stage by stage, and tells the dead-man service', async () => {
    const made = await scan()
    expect(made).toMatchObject({ ok: true, failed_stage: null, reason: null })
    expect(Object.keys(made.stages as object).toSorted()).toEqual(
      ['name', 'connection', 'http', 'socket', 'press', 'console', 'outbox', 'message'].toSorted(),
    )
    expect(heartbeats()).toBe(1)
  })

  test('is made by one of many workers, and again only when the time has come', async () => {
    await Promise.all([1, 2, 3, 4].map(() => runScan({ ctx: ctx() })))
    expect(await scans()).toHaveLength(1)
    await world.advanceTime(4 * 60_000)
    await runScan({ ctx: ctx() })
    expect(await scans()).toHaveLength(1)
    await world.advanceTime(61_000)
    await runScan({ ctx: ctx() })
    expect(await scans()).toHaveLength(2)
  })

  test('is never made with 0 minutes', async () => {
    await runScan({ ctx: ctx({ SYNTHETIC_SCAN_MINUTES: 0 }) })
    expect(await scans()).toEqual([])
  })

  test('leaves nothing behind but its row', async () => {
    await scan()
    const left = await world.pool.query(
      `select (select count(*) from alerts) + (select count(*) from alert_events) + (select count(*) from alert_reports)
        + (select count(*) from messages where channel = 'sink')
        + (select count(*) from outbox where job = 'tell-relatives') as n`,
    )
    expect(left.rows).toEqual([{ n: 0 }])
  })
})

test('no operator, list, count, siren or relative notices a synthetic alert', async () => {
  const before = (await call(world.url, '/api/dashboard/', { access: admin.access })).body
  const old = openScreen(world.url, admin.access)
  await isLive(old)
  const token = await syntheticToken({ ctx: world.ctx() })
  const raised = await Promise.all([press(world.url, token), press(world.url, token)])
  // A press of a person behind it: what came before has reached the consoles.
  const { token: real } = await world.db
    .insertInto('coupons')
    .values({ serial_number: 'SREAL1', coupon_code: 'CREAL1', token: '7KQ4FM2XWPW7KQ4F', status: 'USED' })
    .returning('token')
    .executeTakeFirstOrThrow()
  const { id } = await press(world.url, real)
  await until('the screen shows the real one', () => old.alertIds().has(id))
  const fresh = openScreen(world.url, admin.access)
  await isLive(fresh)
  for (const screen of [old, fresh]) expect([...screen.alertIds()]).toEqual([id])
  await world.advanceTime(130_000)
  await escalateAlerts({ ctx: world.ctx() })
  await notifyStaff({ ctx: world.ctx() })
  const list = await call(world.url, '/api/qr/alerts/', { access: admin.access })
  expect((list.body.results as { id: number }[]).map((alert) => alert.id)).toEqual([id])
  const coupons = await call(world.url, '/api/coupons/', { access: admin.access })
  expect(coupons.body).toMatchObject({ count: 1, results: [{ serial_number: 'SREAL1' }] })
  const after = (await call(world.url, '/api/dashboard/', { access: admin.access })).body
  expect(after).toMatchObject({ pending_alerts_count: 1 })
  expect(Number(after.total_generated_qr_count)).toBe(Number(before.total_generated_qr_count) + 1)
  for (const alert of raised) {
    expect((await call(world.url, `/api/qr/alerts/${alert.id}/`, { access: admin.access })).status).toBe(404)
    const state = await world.db
      .selectFrom('alerts')
      .select('escalation_level')
      .where('id', '=', alert.id)
      .executeTakeFirst()
    expect(state).toEqual({ escalation_level: 0 })
  }
  const notified = await world.db
    .selectFrom('messages')
    .select(['template', 'params'])
    .where('channel', '=', 'sms')
    .execute()
  expect(notified.filter(({ template }) => template.startsWith('relative'))).toEqual([])
  const alarms = notified.filter(({ template }) => template === 'staff_escalation')
  expect(alarms.map(({ params }) => (params as { count: number }).count)).toEqual(alarms.map(() => 1))
  expect(alarms.length).toBeGreaterThan(0)
  await Promise.all([old.close(), fresh.close()])
  await world.empty('alerts', 'alert_events', 'alert_reports', 'messages', 'outbox', 'staff_calls')
})

test('the socket of scans opens with a fresh pass of ours only', async () => {
  const keys = world.config
  const now = Date.now()
  expect(isSyntheticPass(keys, syntheticPass(keys, now), now + 59_000)).toBe(true)
  expect(isSyntheticPass(keys, syntheticPass(keys, now), now + 61_000)).toBe(false)
  expect(
    isSyntheticPass(
      keys,
      syntheticPass({ SECRET_KEY: 'another-secret-another-secret-00', SECRET_KEYS_BEFORE: [] }, now),
      now,
    ),
  ).toBe(false)
  const rejected = (pass: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws/synthetic?pass=${pass}`)
      socket.on('error', (error) => resolve(error.message))
      socket.on('open', () => resolve('open'))
    })
  expect(await rejected('')).toContain('401')
  expect(await rejected(`${now + 60_000}.AAAA`)).toContain('401')
})
