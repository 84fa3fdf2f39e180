import type { Life } from '@tvarit/shared/platform/metrics/private-port'
import type { Consumer } from '@tvarit/shared/platform/queues'
import type { Repeating } from '@tvarit/shared/platform/repeating'

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
export function workerHealth(consumers: Pick<Consumer, 'name' | 'idle_ms' | 'full'>[], tasks: RunningTask[]): Life {
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
  return { reasons: [...stuckConsumers, ...stuckTasks], detail }
}

const seconds = (ms: number): number => Math.round(ms / 1000)
