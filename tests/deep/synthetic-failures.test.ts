import { beginScan } from '@tvarit/shared/domain/operations/synthetic/begin-scan'
import tls from 'node:tls'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { smsTo } from '../harness/ambulances.ts'
import { newPhone } from '../harness/people.ts'
import { syntheticChecks } from '../harness/synthetic-checks.ts'
import { startTlsFront } from '../harness/tls-front.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ settings: { ON_CALL_NUMBERS: ON_CALL } })
const { ctx, scans, scan, heartbeats } = syntheticChecks(world)
const front = await startTlsFront(() => Number(new URL(world.url).port))
afterAll(() => front.close())

describe('a broken product', () => {
  const breaks: [stage: string, broken: string, mended: string][] = [
    [
      'press',
      `alter table alert_reports add constraint broken check (false) not valid`,
      `alter table alert_reports drop constraint broken`,
    ],
    [
      'console',
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
      const made = await scan({}, 5_000)
      expect(made).toMatchObject({ ok: false, failed_stage: stage, reason: expect.any(String) as unknown })
      expect(heartbeats()).toBe(0)
    },
  )

  const addresses: [stage: string, address: () => string, reason: RegExp][] = [
    ['name', () => 'https://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
    ['connection', () => 'http://127.0.0.1:1', /ECONNREFUSED/],
    ['certificate', () => front.url, /self-signed certificate/],
    ['http', () => `${world.url}/api`, /The sticker's page answered 404\./],
  ]
  test.each(addresses)('stage %s: an address that leads elsewhere says why', async (stage, address, reason) => {
    const made = await scan({ SYNTHETIC_URL: address() }, 5_000)
    expect(made).toMatchObject({ ok: false, failed_stage: stage, reason: expect.stringMatching(reason) })
  })

  test('over TLS a good scan says how long the certificate took', async () => {
    const known = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...known, front.certificate])
    onTestFinished(() => tls.setDefaultCACertificates(known))
    const made = await scan({ SYNTHETIC_URL: front.url })
    expect(made).toMatchObject({ ok: true, reason: null, stages: { certificate: expect.any(Number) as unknown } })
  })

  test('the second failure in a row tells the on-call numbers, at most every half hour', async () => {
    const away = { SYNTHETIC_URL: 'http://127.0.0.1:1' }
    const texts = async () => (await smsTo(world, ON_CALL)).filter((text) => text.includes('test alert'))
    const notified = (n: number) => until(`${n} SMS`, async () => (await texts()).length === n)
    await scan(away)
    expect(
      await world.db.selectFrom('messages').select('id').where('template', '=', 'synthetic_failed').execute(),
    ).toEqual([])
    await scan(away)
    await notified(1)
    expect((await texts())[0]).toContain('failed 2 times in a row')
    await scan(away)
    await world.advanceTime(31 * 60_000)
    await scan(away)
    await notified(2)
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
