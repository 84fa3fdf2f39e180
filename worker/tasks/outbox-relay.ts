import { publishOutbox } from '@tvarit/shared/domain/ground/outbox/publish-outbox'
import type { ScheduledTask } from './task.ts'

/**
 * Moves outbox entries into the queues, one batch a run. A commit that wrote one wakes it. Were a run to go on while
 * entries come, the health check would take a stream of presses for a relay that hangs.
 */
export const outboxRelay: ScheduledTask = {
  name: 'outbox relay',
  every_ms: () => 1_000,
  deadline_ms: 20_000,
  async run({ ctx, queues }) {
    return (await publishOutbox(ctx.db, queues)) > 0
  },
}
