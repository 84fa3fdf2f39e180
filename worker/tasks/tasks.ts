import { alertWatchdog } from './alert-watchdog.ts'
import { auditSeals } from './audit-seals.ts'
import { ladder } from './ladder.ts'
import { RELAYS } from './outbox-relay.ts'
import { pushAlerts } from './push-alerts.ts'
import { retention } from './retention.ts'
import { sweep } from './sweep.ts'
import { syntheticCheck } from './synthetic-check.ts'
import type { ScheduledTask } from './task.ts'

/** The scheduled tasks of every worker. */
export const TASKS: readonly ScheduledTask[] = [
  ...RELAYS,
  alertWatchdog,
  ladder,
  pushAlerts,
  sweep,
  syntheticCheck,
  auditSeals,
  retention,
]
