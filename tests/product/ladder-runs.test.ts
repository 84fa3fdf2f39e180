import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { placeDueCalls } from '@tvarit/shared/domain/call-centre/place-due-calls'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { ladder } from '@tvarit/worker/tasks/ladder'
import { beforeEach, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { beginShift, ladderCalls } from '../harness/ladder.ts'
import type { Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const { seconds, climb, notifiedAlert, waysTo } = ladderCalls(world)
let asha: Person
beforeEach(async () => ({ staff: asha } = await beginShift(world)))

describe('a fault', () => {
  /** A message about whose ladder nothing is known any more, and its driver. */
  async function unknownCall() {
    const ambulance = await createAmbulance(world)
    await assign(world, asha, (await raisedAlert(world)).id, { ambulance_id: ambulance.id })
    await world.db
      .updateTable('messages')
      .set({ params: null, params_sealed: null })
      .where('to_phone', '=', ambulance.driver_phone)
      .execute()
    return ambulance.driver_phone
  }

  test('in one call does not stop the calls of others', async () => {
    const { phone } = await notifiedAlert()
    await seconds(45)
    const driver = await unknownCall()
    await seconds(16)
    await climb()
    expect([await waysTo(driver), await waysTo(phone)]).toEqual([['sms'], ['sms', 'voice']])
  })

  test('in the calls does not stop the SMS in place of WhatsApp, and is reported', async () => {
    const { phone } = await notifiedAlert()
    await world.db.updateTable('messages').set({ channel: 'whatsapp' }).where('to_phone', '=', phone).execute()
    await seconds(31)
    const ctx = { ...world.ctx(), config: { ...world.config, VOICE_PROVIDERS: null as never } }
    await expect(ladder.run({ ctx } as never)).rejects.toThrow()
    expect(await waysTo(phone)).toEqual(['whatsapp', 'sms'])
  })
})

test('the look every two seconds reads the messages of the last minutes, never all of them', async () => {
  const fresh = await createWorld({ server: false, worker: false })
  try {
    await fresh.pool.query(
      `insert into messages (channel, to_phone, template, params, dedupe_key, expires_at, created_at, state)
       select 'sms', '9000000000', 'relative_alert', '{}', 'plan-' || n, now(), now() - interval '1 day', 'sent'
       from generate_series(1, 20000) n`,
    )
    await fresh.pool.query('vacuum analyze messages, alerts, dispatches, staff_calls, alert_events')
    const read = async () => {
      const { rows } = await fresh.pool.query<{ scanned: number; probes: number }>(
        `select sum(seq_tup_read)::int as scanned, sum(idx_scan)::int as probes from pg_stat_user_tables
         where relname in ('messages', 'alerts', 'alert_events')`,
      )
      return rows[0]!
    }
    const before = await read()
    const own = createDatabase(
      createPool({ url: fresh.config.DATABASE_URL, max: 1, name: 'look', log: fresh.ctx().log }),
    )
    for (let look = 0; look < 10; look++) {
      await placeDueCalls({ ctx: { ...fresh.ctx(), db: own } })
      await fallBackLate({ ctx: { ...fresh.ctx(), db: own } })
    }
    // A backend has reported what it read when it has ended.
    await own.destroy()
    await until('all has been counted', async () => (await read()).probes >= before.probes + 20)
    expect((await read()).scanned - before.scanned).toBe(0)
  } finally {
    await fresh.stop()
  }
})
