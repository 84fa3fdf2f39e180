import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { readGauges } from '@tvarit/shared/domain/operations/overview/read-gauges'
import { RETENTION_RULES } from '@tvarit/shared/domain/operations/retention/retention-rules'
import { openQueue } from '@tvarit/shared/platform/queues/queues'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { failedMessage, failedQueueJob } from '../harness/failures.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const admin = await createPerson(world, 'admin')

beforeEach(() => world.empty('messages', 'failed_jobs', 'outbox', 'bulk_jobs', 'audit_seals'))

const overview = async () =>
  (await call(world.url, '/api/ops/', { access: admin.access })).body as unknown as OpsOverview
const post = (path: string, body: object = {}) => call(world.url, path, { body, access: admin.access })
const stateOf = (id: number) =>
  world.db.selectFrom('messages').select(['state', 'last_error']).where('id', '=', id).executeTakeFirstOrThrow()

test('every process that lives is named', async () => {
  const shown = await until('both have said that they live', async () => {
    const found = await overview()
    return found.processes.length === 2 && found
  })
  expect(shown.processes.map(({ kind, lives, pid }) => [kind, lives, pid])).toEqual([
    ['server', true, process.pid],
    ['worker', true, process.pid],
  ])
})

test('a process that has been silent is shown as gone', async () => {
  await world.db
    .insertInto('processes')
    .values({
      id: crypto.randomUUID(),
      kind: 'worker',
      host: 'lost',
      pid: 1,
      version: '0',
      seen_at: sql`now() - interval '21 s'`,
    })
    .execute()
  expect((await overview()).processes.find(({ host }) => host === 'lost')).toMatchObject({ lives: false })
})

test('a stopped bulk job counts as stopped, so that no alarm takes it for failed', async () => {
  const job = (cancelled_at: Date | null) =>
    ({ count: 1, created_by: admin.id, status: 'FAILED', cancelled_at }) as const
  await world.db
    .insertInto('bulk_jobs')
    .values([job(null), job(new Date()), job(new Date())])
    .execute()
  expect((await readGauges(world.db)).bulk_jobs).toEqual({ FAILED: 1, STOPPED: 2 })
})

test('a failed message is sent again once, audited, unless its text was erased', async () => {
  const id = await failedMessage(world)
  const code = await failedMessage(world, { erased: true })
  expect((await overview()).newest_failed.map((message) => [message.id, message.can_be_sent])).toEqual([
    [code, false],
    [id, true],
  ])
  const both = await Promise.all([post(`/api/ops/messages/${id}/retry/`), post(`/api/ops/messages/${id}/retry/`)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await until('it is sent', async () => (await stateOf(id)).state === 'sent')
  expect((await post(`/api/ops/messages/${code}/retry/`)).status).toBe(409)
  expect(await stateOf(code)).toMatchObject({ state: 'failed' })
  const audits = await world.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where((eb) => eb.and({ action: 'message.retried', subject_id: id }))
    .execute()
  expect(audits).toEqual([{ actor_id: admin.id }])
})

test('failed messages of one kind are sent again together, others are left alone', async () => {
  const ours = [await failedMessage(world), await failedMessage(world)]
  const other = await failedMessage(world)
  await world.db.updateTable('messages').set({ provider: 'twilio' }).where('id', '=', other).execute()
  await failedMessage(world, { erased: true })
  expect((await overview()).failed_messages).toEqual([
    expect.objectContaining({ template: 'screens_back', provider: null, count: 3, can_be_sent: 2 }),
    expect.objectContaining({ template: 'screens_back', provider: 'twilio', count: 1, can_be_sent: 1 }),
  ])
  const answer = await post('/api/ops/messages/retry/', { template: 'screens_back', provider: null })
  expect(answer.body).toEqual({ detail: '2 messages are being sent again.', count: 2 })
  for (const id of ours) await until('it is sent', async () => (await stateOf(id)).state === 'sent')
  expect(await stateOf(other)).toMatchObject({ state: 'failed' })
})

test('a failed WhatsApp message replaced by an SMS is not sent again', async () => {
  const replaced = await failedMessage(world)
  const id = await failedMessage(world)
  await sql`insert into messages (channel, to_phone, template, dedupe_key, state, expires_at) select 'sms', to_phone,
    template, dedupe_key || ':sms', 'sent', now() from messages where id = ${replaced}`.execute(world.db)
  const { failed_messages, newest_failed } = await overview()
  expect(failed_messages).toMatchObject([{ count: 2, can_be_sent: 1 }])
  expect(newest_failed).toMatchObject([
    { id, can_be_sent: true },
    { id: replaced, can_be_sent: false },
  ])
  expect((await post(`/api/ops/messages/${replaced}/retry/`)).status).toBe(409)
  const answer = await post('/api/ops/messages/retry/', { template: 'screens_back', provider: null })
  expect(answer.body).toMatchObject({ count: 1 })
  expect(await stateOf(replaced)).toMatchObject({ state: 'failed' })
})

test('a job its queue gives up is kept with a reason that quotes nobody, and started again once', async () => {
  const queue = openQueue(world.config, world.ctx().log, 'messages')
  const jobId = `test-broken-${crypto.randomUUID()}`
  await queue.add('send-message', { message_id: 'Call 9876543210' }, { jobId, attempts: 1 })
  const kept = await until('the worker has kept it', async () =>
    (await overview()).failed_jobs.find(({ job_id }) => job_id === jobId),
  )
  await queue.close()
  expect(kept.reason).not.toContain('9876543210')
  expect((await post(`/api/ops/jobs/${kept.id}/retry/`)).body).toMatchObject({
    detail: expect.stringMatching('cannot be'),
  })
  const id = await failedQueueJob(world)
  const both = await Promise.all([post(`/api/ops/jobs/${id}/retry/`), post(`/api/ops/jobs/${id}/retry/`)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const jobs = await world.db.selectFrom('outbox').select(['job', 'payload']).execute()
  expect(jobs).toEqual([{ job: 'send-message', payload: { message_id: 0 } }])
  expect((await overview()).failed_jobs.map((job) => job.id)).not.toContain(id)
})

test('what the daily check of the audit log found is shown', async () => {
  await sql`update audit_checks set broken = null`.execute(world.db)
  expect((await overview()).audit_broken).toBeNull()
  const broken = { first_id: 3, last_id: 9, reason: 'An entry was changed.' }
  await world.db
    .updateTable('audit_checks')
    .set({ broken: JSON.stringify(broken) })
    .execute()
  expect((await overview()).audit_broken).toEqual(broken)
})

test('the newest synthetic scan that has ended is shown, with the stage where it failed', async () => {
  await world.empty('synthetic_scans')
  expect((await overview()).scan).toBeNull()
  await sql`insert into synthetic_scans (started_at, ended_at, ok, failed_stage, reason, stages) values
    (now() - interval '10 min', now() - interval '10 min', true, null, null, '{"press": 900, "console": 300}'),
    (now() - interval '5 min', now() - interval '5 min', false, 'press', '503', '{"name": 12}'),
    (now(), null, null, null, null, '{}')`.execute(world.db)
  expect((await overview()).scan).toMatchObject({ ok: false, failed_stage: 'press', reason: '503', total_ms: 12 })
})

test('the age of unsealed audit entries and of overdue retention rules is measured', async () => {
  const gauges = () => readGauges(world.db)
  expect((await gauges()).audit_unsealed_seconds).toBeGreaterThan(0)
  await sealAudit({ ctx: world.ctx(), input: { now: true } })
  expect((await gauges()).audit_unsealed_seconds).toBeNull()
  await until('every rule has run', async () => {
    const runs = await world.db.selectFrom('retention_runs').select(['rule', 'ran_at']).execute()
    return RETENTION_RULES.every(({ name }) => runs.some(({ rule, ran_at }) => rule === name && ran_at !== null))
  })
  expect((await gauges()).retention_seconds).toBeLessThan(86_400)
  const idle = (change: string) => world.pool.query(`update retention_runs set ${change} where rule = 'codes'`)
  await idle(`ran_at = now() - interval '3 days'`)
  expect((await gauges()).retention_seconds).toBeGreaterThan(2 * 86_400)
  // One that has failed ever since counts from when it was first due.
  await idle(`ran_at = null, first_at = now() - interval '5 days'`)
  expect((await gauges()).retention_seconds).toBeGreaterThan(4 * 86_400)
  await idle('ran_at = now()')
})
