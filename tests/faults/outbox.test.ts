import { setTimeout as wait } from 'node:timers/promises'
import { createMessage } from '@tvarit/shared/domain/messages/create-message'
import { enqueue } from '@tvarit/shared/domain/outbox/enqueue'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { createSubscriber, newPhone } from '../harness/people.ts'
import { startPhoneCompany } from '../harness/phone-company.ts'
import { press } from '../harness/press.ts'
import { rejectUnlikedJobs, UNLIKED_ALERT } from '../harness/rejecting-queue.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

/** The messages about so many new alerts: how many there must be, and how many were sent. */
async function pressed(world: World, count: number) {
  const ids: number[] = []
  let expected = 0
  for (let n = 0; n < count; n++) {
    const { sticker, relatives } = await createSubscriber(world)
    ids.push((await press(world.url, sticker.token)).id)
    expected += relatives.length
  }
  const sent = async () => {
    const found = world.db.selectFrom('messages').select('id').where('alert_id', 'in', ids).where('state', '=', 'sent')
    return (await found.execute()).length
  }
  return { expected, sent }
}

const CODES = ROUNDS > 1 ? 1_000 : 150

for (const redis of [false, true])
  faultRow(
    {
      row: 33,
      fault: `${CODES} codes wait for a provider that takes 2 s for each, queues on ${redis ? 'Redis' : 'PostgreSQL'}`,
      promised: 'relatives are notified before the codes are sent',
    },
    async () => {
      const company = await startPhoneCompany((text) => (text.includes('is your') ? wait(2_000) : undefined))
      const world = await createWorld({ redis, settings: carrierSettings(company, ['twilio']) })
      try {
        for (let n = 0; n < CODES; n++) {
          const to_phone = newPhone()
          const code = {
            template: 'otp',
            params: { code: '123456' },
            dedupe_key: to_phone,
            valid_seconds: 300,
          } as const
          await createMessage(world.db, { ...code, to_phone })
        }
        await until('every slot for codes is taken', () => company.texts.length >= 20)
        const { expected, sent } = await pressed(world, 3)
        await until('the relatives are notified', async () => (await sent()) === expected)
        const codes = company.texts.filter((text) => text.includes('is your')).length
        return {
          happened: `${expected} relatives notified after ${codes} codes`,
          acknowledged: expected,
          lost: codes < CODES ? 0 : expected,
          doubles: company.texts.filter((text) => text.includes('EMERGENCY')).length - expected,
        }
      } finally {
        await world.stop()
        await company.close()
      }
    },
  )

faultRow(
  {
    row: 34,
    fault: 'the outbox holds jobs that no queue takes, and ids that the library rejects',
    promised: 'they are set aside with their reason or run; everything else goes on',
  },
  async () => {
    const world = await createWorld()
    try {
      await rejectUnlikedJobs(world)
      for (const id of ['12345', 'a:b', '0']) await enqueue(world.db, 'tell-relatives', { alert_id: 0 }, id)
      for (let n = 0; n < 5; n++)
        await enqueue(world.db, 'tell-relatives', { alert_id: UNLIKED_ALERT }, `rejected-${n}`)
      const { expected, sent } = await pressed(world, 10)
      await until('the relatives are notified', async () => (await sent()) === expected)
      const left = () => world.db.selectFrom('outbox').select('id').where('published_at', 'is', null).execute()
      await until('nothing is left', async () => (await left()).length === 0)
      const aside = await world.db.selectFrom('failed_jobs').select('job_id').execute()
      return {
        happened: `${expected} relatives notified, ${aside.length} of 5 jobs set aside`,
        acknowledged: expected,
        lost: 5 - aside.length,
        doubles: 0,
      }
    } finally {
      await world.stop()
    }
  },
)
