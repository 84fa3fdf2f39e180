import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { enqueue } from '@tvarit/shared/domain/outbox/enqueue'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import type { Queue } from 'bullmq'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { rejectUnlikedJobs, UNLIKED_ALERT } from '../harness/rejecting-queue.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const unpublished = (world: World) =>
  world.db.selectFrom('outbox').select('job_id').where('published_at', 'is', null).execute()

async function relativesAreNotified(world: World): Promise<void> {
  const { sticker, relatives } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  await until('the relatives are notified', async () => {
    const sent = world.db.selectFrom('messages').select('id').where('alert_id', '=', id).where('state', '=', 'sent')
    return (await sent.execute()).length === relatives.length
  })
}

test.each([true, false])('an outbox entry of any job_id runs, and those after it (Redis: %s)', async (redis) => {
  const world = await createWorld({ redis })
  try {
    const ids = ['0', '12345', 'a:b', 'a:b:c', ' ', '', '%', 'ñ/\n', '__proto__']
    for (const job_id of ids) await enqueue(world.db, 'tell-relatives', { alert_id: 0 }, job_id)
    await relativesAreNotified(world)
    await until('all are published', async () => (await unpublished(world)).length === 0)
    expect(await world.db.selectFrom('failed_jobs').select('job_id').execute()).toEqual([])
  } finally {
    await world.stop()
  }
})

test('a job its queue rejects is set aside with its reason, and stops no other', async () => {
  const world = await createWorld()
  try {
    await rejectUnlikedJobs(world)
    const { access } = await createPerson(world, 'admin')
    await enqueue(world.db, 'tell-relatives', { alert_id: UNLIKED_ALERT }, 'rejected')
    await relativesAreNotified(world)
    const failed = async () => (await call(world.url, '/api/ops/', { access })).body as unknown as OpsOverview
    const [job] = await until('it is on the page', async () => {
      const { failed_jobs } = await failed()
      return failed_jobs.length > 0 && failed_jobs
    })
    expect(job).toMatchObject({ job: 'tell-relatives', job_id: 'rejected', reason: 'This job is not liked.' })
    await world.pool.query('drop trigger reject_job on bullmq.job')
    expect((await call(world.url, `/api/ops/jobs/${job!.id}/retry/`, { access, body: {} })).status).toBe(200)
    await until('it was published', async () => (await unpublished(world)).length === 0)
    expect((await failed()).failed_jobs).toEqual([])
  } finally {
    await world.stop()
  }
})

test('a queue that takes no job sets none aside: all stay in the outbox', async () => {
  const world = await createWorld({ server: false, worker: false })
  try {
    for (const job_id of ['one', 'a:b', 'two']) await enqueue(world.db, 'tell-relatives', { alert_id: 0 }, job_id)
    await world.pool.query(`update outbox set queue = 'alerts'`)
    const away = () => Promise.reject(new Error('OOM command not allowed'))
    const queues = new Map([['alerts' as const, { add: away, addBulk: away } as unknown as Queue]])
    for (let run = 0; run < 5; run++) await expect(publishOutbox(world.db, queues)).rejects.toThrow('OOM')
    expect(await unpublished(world)).toHaveLength(3)
    expect(await world.db.selectFrom('failed_jobs').select('id').execute()).toEqual([])
  } finally {
    await world.stop()
  }
})
