import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { escalateAlerts } from '@tvarit/shared/domain/emergency/call-centre/escalate-alerts'
import { beginScan } from '@tvarit/shared/domain/operations/synthetic/begin-scan'
import { isSyntheticPass, syntheticPass, syntheticToken } from '@tvarit/shared/domain/ground/synthetic/synthetic-coupon'
import type { Config } from '@tvarit/shared/platform/config'
import { runScan } from '@tvarit/worker/synthetic/run-scan'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ settings: { ON_CALL_NUMBERS: ON_CALL } })
const admin = await createPerson(world, 'admin')

let heartbeats = 0
const deadMansSwitch = createServer((_request, response) => {
  heartbeats += 1
  response.end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => deadMansSwitch.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  deadMansSwitch.close()
})
beforeEach(async () => {
  heartbeats = 0
  await sql`truncate synthetic_scans`.execute(world.db)
  await sql`update synthetic_watch set next_at = now(), failures = 0, told_at = null`.execute(world.db)
})

const ctx = (settings: Partial<Config> = {}) => {
  const base = world.ctx()
  const HEARTBEAT_URL = `http://127.0.0.1:${(deadMansSwitch.address() as AddressInfo).port}/`
  return { ...base, config: { ...base.config, SYNTHETIC_SCAN_MINUTES: 5, HEARTBEAT_URL, ...settings } }
}

const scans = () => world.db.selectFrom('synthetic_scans').selectAll().orderBy('id').execute()
const due = () => sql`update synthetic_watch set next_at = now()`.execute(world.db)

/** A scan now, whose stages may each take so long. */
async function scan(settings: Partial<Config> = {}, stage_ms = 15_000) {
  await due()
  await runScan({ ctx: ctx(settings), stage_ms })
  return (await scans()).at(-1)!
}

describe('a scan that no person makes', () => {
  test('goes the whole way, is timed stage by stage, and tells the dead-man service', async () => {
    const made = await scan()
    expect(made).toMatchObject({ ok: true, failed_stage: null, reason: null })
    expect(Object.keys(made.stages as object).toSorted()).toEqual(
      ['socket', 'page', 'press', 'screen', 'outbox', 'message'].toSorted(),
    )
    expect(heartbeats).toBe(1)
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

test('no operator, list, figure, siren or relative hears of a synthetic alert, also while it is open', async () => {
  const before = (await call(world.url, '/api/dashboard/', { access: admin.access })).body
  const old = openScreen(world.url, admin.access)
  await until('the screen has its snapshot', () => old.events.length > 0)
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
  await until('another screen has its snapshot', () => fresh.events.length > 0)
  for (const screen of [old, fresh]) expect([...screen.alertIds()]).toEqual([id])
  await world.advanceTime(130_000)
  await escalateAlerts({ ctx: world.ctx() })
  await callStaff({ ctx: world.ctx() })
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
  const told = await world.db
    .selectFrom('messages')
    .select(['template', 'params'])
    .where('channel', '=', 'sms')
    .execute()
  expect(told.filter(({ template }) => template.startsWith('relative'))).toEqual([])
  const alarms = told.filter(({ template }) => template === 'staff_escalation')
  expect(alarms.map(({ params }) => (params as { count: number }).count)).toEqual(alarms.map(() => 1))
  expect(alarms.length).toBeGreaterThan(0)
  await Promise.all([old.close(), fresh.close()])
  await sql`truncate alerts, alert_events, alert_reports, messages, outbox, staff_calls cascade`.execute(world.db)
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
  const refused = (pass: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws/synthetic?pass=${pass}`)
      socket.on('error', (error) => resolve(error.message))
      socket.on('open', () => resolve('open'))
    })
  expect(await refused('')).toContain('401')
  expect(await refused(`${now + 60_000}.AAAA`)).toContain('401')
})

describe('a broken product', () => {
  const breaks: [stage: string, broken: string, mended: string][] = [
    [
      'press',
      `alter table alert_reports add constraint broken check (false) not valid`,
      `alter table alert_reports drop constraint broken`,
    ],
    [
      'screen',
      `create function broken() returns trigger language plpgsql security definer as $$ begin delete from alert_events where id = new.id; return null; end $$;
       create trigger broken after insert on alert_events for each row execute function broken()`,
      `drop trigger broken on alert_events; drop function broken`,
    ],
    [
      'outbox',
      `create function broken() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger broken before update on outbox for each row execute function broken()`,
      `drop trigger broken on outbox; drop function broken`,
    ],
    [
      'message',
      `create function broken() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger broken before update on messages for each row execute function broken()`,
      `drop trigger broken on messages; drop function broken`,
    ],
  ]
  test.each(breaks)(
    'stage %s: the scan says where it ended, and no heartbeat goes out',
    async (stage, broken, mended) => {
      await world.pool.query(broken)
      onTestFinished(async () => void (await world.pool.query(mended)))
      const made = await scan({}, 1_500)
      expect(made).toMatchObject({ ok: false, failed_stage: stage, reason: expect.any(String) as unknown })
      expect(heartbeats).toBe(0)
    },
  )

  test('a server that is away: the first stage says so', async () => {
    const made = await scan({ SYNTHETIC_URL: 'http://127.0.0.1:1' }, 1_500)
    expect(made).toMatchObject({ ok: false, failed_stage: 'socket', reason: 'The socket could not be opened.' })
  })

  test('the second failure in a row tells the on-call numbers, at most every half hour', async () => {
    const away = { SYNTHETIC_URL: 'http://127.0.0.1:1' }
    const texts = async () => (await smsTo(world, ON_CALL)).filter((text) => text.includes('test alert'))
    const told = (n: number) => until(`${n} SMS`, async () => (await texts()).length === n)
    await scan(away)
    expect(
      await world.db.selectFrom('messages').select('id').where('template', '=', 'synthetic_failed').execute(),
    ).toEqual([])
    await scan(away)
    await told(1)
    expect((await texts())[0]).toContain('failed 2 times in a row')
    await scan(away)
    await world.advanceTime(31 * 60_000)
    await scan(away)
    await told(2)
    await scan()
    await scan(away)
    const messages = await world.db
      .selectFrom('messages')
      .select('id')
      .where('template', '=', 'synthetic_failed')
      .execute()
    expect(messages).toHaveLength(2)
  })

  test('a worker that dies in the middle counts as a failure', async () => {
    await beginScan({ ctx: ctx() })
    await world.advanceTime(6 * 60_000)
    await scan()
    expect((await scans()).map(({ ok, failed_stage }) => [ok, failed_stage])).toEqual([
      [false, 'worker'],
      [true, null],
    ])
  })
})
