import { alertWatchdog } from './alert-watchdog.ts'
import { auditSeals } from './audit-seals.ts'
import { outboxRelay } from './outbox-relay.ts'
import { retention } from './retention.ts'
import { sweep } from './sweep.ts'
import { syntheticCheck } from './synthetic-check.ts'
import type { ScheduledTask } from './task.ts'

/** All that a worker does by the clock. */
export const TASKS: readonly ScheduledTask[] = [
  outboxRelay,
  alertWatchdog,
  sweep,
  syntheticCheck,
  auditSeals,
  retention,
]
