import { isMigrated } from '@tvarit/migrations/migrate'
import type { QueueName } from '@tvarit/shared/contracts/jobs'
import type { HealthReport } from '@tvarit/shared/platform/metrics/private-port'
import type { Db } from '@tvarit/shared/platform/database/database'
import { addProbe, type Consumer } from '@tvarit/shared/platform/queues/queues'
import type { Repeating } from '@tvarit/shared/platform/process/repeating'
import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import type { Queue } from 'bullmq'
import { sql } from 'kysely'

/** A consumer polls at least every 5 s; one that has not for this long has stopped. */
const CONSUMER_IDLE_MS = 20_000
/** With all slots taken a consumer does not poll; the longest job, 5,000 coupons on a slow disk, ends within this. */
const CONSUMER_FULL_MS = 15 * 60_000

export interface RunningTask {
  name: string
  loop: Pick<Repeating, 'stuck_ms'>
  /** The longest a run and the pause after it may take. */
  most_ms: number
}

/**
 * Whether this process consumes: every queue is polled and every scheduled task runs. A store that is away is no reason
 * to start it again: then a task fails and tries again, and that counts as running.
 */
export function workerHealth(
  consumers: Pick<Consumer, 'name' | 'idle_ms' | 'full'>[],
  tasks: RunningTask[],
  failing: string[] = [],
): HealthReport {
  const stuckConsumers = consumers
    .filter((consumer) => consumer.idle_ms() > (consumer.full() ? CONSUMER_FULL_MS : CONSUMER_IDLE_MS))
    .map(({ name, idle_ms }) => `Nothing has been taken from the queue ${name} for ${seconds(idle_ms())} s.`)
  const stuckTasks = tasks
    .filter(({ loop, most_ms }) => loop.stuck_ms() > most_ms)
    .map(({ name, loop }) => `The ${name} has hung for ${seconds(loop.stuck_ms())} s.`)
  const detail = {
    pid: process.pid,
    queues_idle_ms: Object.fromEntries(consumers.map(({ name, idle_ms }) => [name, idle_ms()])),
  }
  return { reasons: [...stuckConsumers, ...stuckTasks, ...failing], detail }
}

/** Longer than a relay waits after a failure, many times over. */
const RELAY_FAILS_MS = 60_000
const STORES_MS = 2_000

/**
 * A sentence for each relay that has only failed for a minute although database and queues answer now: then the stores
 * are no reason, and this process makes no progress. `answer` rejects when a store does not.
 */
export async function failingRelays(
  relays: { name: string; loop: Pick<Repeating, 'idle_ms'> }[],
  answer: () => Promise<unknown>,
): Promise<string[]> {
  const failing = relays.filter(({ loop }) => loop.idle_ms() > RELAY_FAILS_MS)
  if (failing.length === 0) return []
  const answered = await withTimeout(STORES_MS, answer).then(
    () => true,
    () => false,
  )
  if (!answered) return []
  return failing.map(
    ({ name, loop }) => `The ${name} has failed for ${seconds(loop.idle_ms())} s, and its stores answer.`,
  )
}

/** Rejects unless the database answers and every queue takes a job. */
export async function storesAnswer(db: Db, queues: Map<QueueName, Queue>): Promise<void> {
  await sql`select 1`.execute(db)
  await Promise.all([...queues.values()].map(addProbe))
}

/** Whether this process can work: the database answers and is migrated, and each of its queues is connected and polled. */
export function workerReadiness(
  db: Db,
  consumers: Pick<Consumer, 'name' | 'idle_ms' | 'full' | 'connected'>[],
): () => Promise<string> {
  let migrated = false
  const answers = async () => {
    migrated ||= await isMigrated(db as never)
    await sql`select 1`.execute(db)
    return true
  }
  return async () => {
    if (!(await withTimeout(STORES_MS, answers).catch(() => false))) return 'database is away'
    if (!migrated) return 'migrations are missing'
    const missing = consumers.find((consumer) => !consumer.connected())
    if (missing) return `queue ${missing.name} is away`
    return workerHealth(consumers, []).reasons[0] ?? 'ready'
  }
}

const seconds = (ms: number): number => Math.round(ms / 1000)
