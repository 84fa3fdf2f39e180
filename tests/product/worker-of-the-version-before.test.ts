import { enqueue } from '@tvarit/shared/domain/outbox/enqueue'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import type { Queue } from 'bullmq'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false })

test('a job that only the next version knows stays in the outbox and blocks no other', async () => {
  const other = await createWorld({ server: false, worker: false })
  try {
    const { db } = other
    await db.insertInto('outbox').values({ job: 'of-the-next-version', job_id: 'new', payload: '{}' }).execute()
    await enqueue(db, 'tell-relatives', { alert_id: 0 }, 'known')
    const published: string[] = []
    const add = async (name: string) => void published.push(name)
    const queues = new Map([['alerts' as const, { add } as unknown as Queue]])
    expect([await publishOutbox(db, queues), await publishOutbox(db, queues)]).toEqual([1, 0])
    expect(published).toEqual(['tell-relatives'])
    const left = await db.selectFrom('outbox').select('job_id').where('published_at', 'is', null).execute()
    expect(left).toEqual([{ job_id: 'new' }])
  } finally {
    await other.stop()
  }
})

test.each([
  ['text', { template: 'of_the_next_version', params: { code: '123456' } }],
  ['variable', { template: 'otp', params: { code: '123456', of_the_next_version: 'x' } }],
])('a message with a %s that only the next version knows waits for its worker', async (what, { template, params }) => {
  const { id } = await world.db
    .insertInto('messages')
    .values({
      channel: 'sms',
      template,
      params: JSON.stringify(params),
      to_phone: newPhone(),
      dedupe_key: `next-version-${what}`,
      next_attempt_at: new Date(),
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = () => world.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tried = await until('it has been tried', async () => {
    const found = await row()
    return found.last_error !== null && found
  })
  expect(tried.state).toBe('pending')
  // What a worker of the next version reads it as.
  const known = { template: 'otp', params: JSON.stringify({ code: '123456' }) }
  await world.db.updateTable('messages').set(known).where('id', '=', id).execute()
  await until('it is sent', async () => (await row()).state === 'sent')
})
