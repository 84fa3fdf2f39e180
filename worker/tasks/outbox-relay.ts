import { publishOutbox } from '@tvarit/shared/domain/ground/outbox/publish-outbox'
import type { ScheduledTask } from './task.ts'

/** Moves outbox entries into the queues. A commit that wrote one wakes it. */
export const outboxRelay: ScheduledTask = {
  name: 'outbox relay',
  every_ms: () => 1_000,
  deadline_ms: 20_000,
  async run({ ctx, queues }) {
    while ((await publishOutbox(ctx.db, queues)) > 0);
  },
}
