import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { listening } from '@tvarit/shared/domain/on-call/consoles/listening'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { call, readSms } from '../harness/api.ts'
import { faultRow } from '../harness/fault-row.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

const HOUR_MS = 3_600_000
const SKEWED = pathToFileURL(path.join(import.meta.dirname, '../harness/skewed-clock.ts')).href

faultRow(
  {
    row: 20,
    fault: 'one server and one worker an hour ahead, the others an hour behind',
    promised: 'codes and escalation go by the database: valid codes work, old ones do not, each level once',
  },
  async () => {
    const on_call = newPhone()
    const world = await createWorld({
      server: false,
      worker: false,
      settings: { TRUST_PROXY: '1', ON_CALL_NUMBERS: on_call },
    })
    const processes: Process[] = []
    const start = async (name: 'server' | 'worker', skew: number) => {
      const port = String(await freePort())
      const url = `http://127.0.0.1:${port}`
      const clock = { NODE_OPTIONS: `--import=${SKEWED}`, CLOCK_SKEW_MS: String(skew) }
      processes.push(await startProcess(name, { ...world.environment, ...clock, PORT: port, PUBLIC_URL: url }))
      return url
    }
    try {
      const [ahead, behind] = [await start('server', HOUR_MS), await start('server', -HOUR_MS)]
      await start('worker', HOUR_MS)
      await start('worker', -HOUR_MS)
      const wrong: string[] = []
      for (const [asked, used] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const { phone_number } = await createPerson(world, 'user')
        await call(asked, '/api/users/login/otp-request/', { body: { phone_number } })
        const otp = await readSms(world, phone_number)
        const { status } = await call(used, '/api/users/login/otp-verify/', { body: { phone_number, otp } })
        if (status !== 200) wrong.push(`a fresh code was answered with ${status}`)
      }
      const { phone_number } = await createPerson(world, 'user')
      await call(ahead, '/api/users/login/otp-request/', { body: { phone_number } })
      const otp = await readSms(world, phone_number)
      const old = await press(ahead, (await createSubscriber(world, { relatives: [] })).sticker.token)
      await world.advanceTime(301_000)
      const fresh = await press(behind, (await createSubscriber(world, { relatives: [] })).sticker.token)
      for (const url of [ahead, behind]) {
        const { status } = await call(url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })
        if (status !== 400) wrong.push(`an old code was answered with ${status}`)
      }
      const levels = async (alert_id: number, before = sql<Date>`now()`) => {
        const events = await world.db
          .selectFrom('alert_events')
          .select('detail')
          .where('alert_id', '=', alert_id)
          .where('kind', '=', 'escalated')
          .where('at', '<', before)
          .execute()
        return events.map(({ detail }) => (detail as { level: number }).level)
      }
      await until('the old alert has climbed', async () => (await levels(old.id)).length >= 3)
      const called = async () =>
        (await world.db.selectFrom('dev_messages').select(['to_phone', 'text']).execute()).filter(({ text }) =>
          text.includes('alerts not claimed'),
        )
      await until('the on-call number is called', async () =>
        (await called()).some(({ to_phone }) => to_phone === on_call),
      )
      const climbed = await levels(old.id)
      const early = (
        await levels(fresh.id, sql<Date>`(select timestamp + interval '30 s' from alerts where id = ${fresh.id})`)
      ).length
      expect(fresh.http).toBe(201)
      return {
        happened: `levels ${climbed.join(', ')}; ${early} of the new alert; ${wrong.join(', ') || 'codes right'}`,
        acknowledged: 2,
        lost: wrong.length + early,
        doubles: climbed.length - new Set(climbed).size,
      }
    } finally {
      await Promise.all(processes.map((each) => each.kill()))
      await world.stop()
    }
  },
)

faultRow(
  {
    row: 36,
    fault: 'the clock of the database was an hour or a day ahead or behind, and is right again',
    promised: 'the next alert escalates and is sent to who is on call, and no lost console counts',
  },
  async () => {
    const happened: string[] = []
    let silent = 0
    const skews = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS]
    for (const skew of skews) {
      const on_call = newPhone()
      const world = await createWorld({ settings: { ON_CALL_NUMBERS: on_call } })
      try {
        const notified = async () => {
          const found = await world.db
            .selectFrom('dev_messages')
            .select('text')
            .where('to_phone', '=', on_call)
            .execute()
          return found.filter(({ text }) => text.includes('alerts not claimed')).length
        }
        const raise = async () => {
          const { sticker } = await createSubscriber(world, { relatives: [] })
          await press(world.url, sticker.token)
          await world.advanceTime(125_000)
        }
        await raise()
        await until('who is on call is notified', async () => (await notified()) === 1)
        const { id: user_id } = await createPerson(world, 'staff')
        await world.db.insertInto('consoles').values({ id: randomUUID(), user_id, armed: true }).execute()
        await world.advanceTime(-skew)
        const before = await notified()
        await raise()
        const again = await until(
          'who is on call is notified of the next alert',
          async () => (await notified()) > before,
          60_000,
        ).then(
          () => true,
          () => false,
        )
        const { rows } = await sql<{ n: number }>`select ${listening} as n`.execute(world.db)
        if (!again || rows[0]!.n > 0) silent += 1
        happened.push(`${skew / HOUR_MS} h: ${again ? 'told' : 'silent'}, ${rows[0]!.n} consoles`)
      } finally {
        await world.stop()
      }
    }
    return { happened: happened.join('; '), acknowledged: skews.length, lost: silent, doubles: 0 }
  },
)
