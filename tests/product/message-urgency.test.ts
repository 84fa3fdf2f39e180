import { CODE_TEMPLATES, OTHER_TEMPLATES } from '@tvarit/shared/contracts/message-urgency'
import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { createMessage } from '@tvarit/shared/domain/messages/create-message'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import { nameQueues } from '@tvarit/shared/domain/outbox/name-queues'
import { openQueue } from '@tvarit/shared/platform/queues/queues'
import { expect, test } from 'vitest'
import { newPhone } from '../harness/people.ts'
import { fileWorld, type World } from '../harness/world.ts'

const quiet = await fileWorld({ server: false, worker: false })

const TEXTS = {
  otp: { code: '123456' },
  renewal_reminder: { days: 7, end_date: '2027-01-01', url: 'https://tvarit.example/' },
  screens_back: { time: '14:05', silent_since: '14:01' },
}

async function write(world: World, template: keyof typeof TEXTS, count = 1): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const to_phone = newPhone()
    const params = TEXTS[template] as never
    const message = { template, to_phone, params, dedupe_key: `urgency:${to_phone}`, valid_seconds: 600 }
    ids.push((await createMessage(world.db, message))!)
  }
  return ids
}

test('the sweep puts an alert back although thousands of others have been due for longer', async () => {
  await quiet.pool.query(`
    insert into messages (template, to_phone, params, dedupe_key, next_attempt_at, expires_at)
    select 'renewal_reminder', '9000000000', '{}', 'due-' || n, now() - interval '1 hour', now() + interval '1 hour'
    from generate_series(1, 2000) n`)
  const [id] = await write(quiet, 'screens_back')
  await quiet.pool.query(`update messages set next_attempt_at = now() - interval '1 second' where id = $1`, [id])
  await quiet.empty('outbox')
  await sweepMessages({ ctx: quiet.ctx() })
  const { rows } = await quiet.pool.query(`select payload from outbox where queue = 'alerts'`)
  expect(rows).toEqual([{ payload: { message_id: id, attempts: 0 } }])
  // Its queue is full as long as entries wait for it.
  const entries = () => quiet.pool.query(`select from outbox where queue = 'messages'`)
  const before = (await entries()).rowCount
  await sweepMessages({ ctx: quiet.ctx() })
  expect((await entries()).rowCount).toBe(before)
})

test('codes and others wait in the outbox while their queue is full, alerts never do', async () => {
  const queues = new Map(
    (['alerts', 'codes', 'messages'] as const).map((name) => [name, openQueue(quiet.config, quiet.ctx().log, name)]),
  )
  try {
    await quiet.empty('outbox', 'messages')
    for (const queue of ['alerts', 'codes'])
      await quiet.pool.query(
        `insert into outbox (job, job_id, payload, queue) select 'send-message', $1 || n, '{"message_id": 0}', $1
         from generate_series(1, 1500) n`,
        [queue],
      )
    for (let run = 0; run < 20; run++) await publishOutbox(quiet.db, queues, ['alerts', 'codes', 'messages'])
    expect(await queues.get('alerts')!.getWaitingCount()).toBe(1_500)
    expect(await queues.get('codes')!.getWaitingCount()).toBe(1_000)
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
})

test('an entry of the version before, without a queue, goes to that of its message', async () => {
  await quiet.empty('outbox', 'messages')
  const [alert, code, other] = [
    await write(quiet, 'screens_back'),
    await write(quiet, 'otp'),
    await write(quiet, 'renewal_reminder'),
  ]
  const payloads = [...alert, ...code, ...other].map((message_id) => ({ message_id }))
  await quiet.empty('outbox')
  for (const payload of [...payloads, { message_id: 999 }, { message_id: 'x' }, null, 'text'])
    await quiet.pool.query(`insert into outbox (job, job_id, payload) values ('send-message', gen_random_uuid(), $1)`, [
      JSON.stringify(payload),
    ])
  await quiet.pool.query(
    `insert into outbox (job, job_id, payload) values ('tell-relatives', 'old', '{"alert_id": 0}')`,
  )
  expect(await nameQueues(quiet.db)).toBe(8)
  const { rows } = await quiet.pool.query<{ queue: string }>('select queue from outbox order by id')
  expect(rows.map(({ queue }) => queue)).toEqual([
    'alerts',
    'codes',
    ...Array.from({ length: 5 }, () => 'messages'),
    'alerts',
  ])
})

test('the index of what is due knows the queue of every template', async () => {
  const { rows } = await quiet.pool.query<{ def: string }>(
    `select pg_get_indexdef('messages_due_queue'::regclass) as def`,
  )
  const named = [...rows[0]!.def.matchAll(/'([a-z_]+)'::text/g)].map(([, name]) => name)
  for (const template of [...CODE_TEMPLATES, ...OTHER_TEMPLATES]) expect(named).toContain(template)
})
