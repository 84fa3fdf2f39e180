import type { QueueName } from '@tvarit/shared/contracts/jobs'
import { nameQueues } from '@tvarit/shared/domain/outbox/name-queues'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import type { ScheduledTask, TaskCtx } from './task.ts'

/**
 * Moves outbox entries into the queues, one batch a run. A commit that wrote one wakes it. Were a run to go on while
 * entries come, the health check would take a stream of presses for a relay that hangs.
 */
const relay = (name: string, run: (task: TaskCtx) => Promise<number>): ScheduledTask => ({
  name,
  every_ms: () => 1_000,
  deadline_ms: 20_000,
  run: async (task) => (await run(task)) > 0,
})

const publish =
  (names: readonly QueueName[]) =>
  ({ ctx, queues }: TaskCtx) =>
    publishOutbox(ctx.db, queues, names)

/** What alerts are about never waits for a batch of the others. */
export const alertRelay = relay('outbox relay of alerts', async (task) => {
  const moved = await publish(['alerts', 'push'])(task)
  return moved + (await nameQueues(task.ctx.db))
})

export const outboxRelay = relay('outbox relay', publish(['codes', 'messages', 'bulk']))

/** Both are woken by a commit, and a worker in which one of them only fails is not healthy. */
export const RELAYS: readonly ScheduledTask[] = [alertRelay, outboxRelay]
