import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { notifyStaff } from '@tvarit/shared/domain/call-centre/notify-staff'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { watchConsoles } from '@tvarit/shared/domain/on-call/consoles/watch-consoles'
import { runAll } from './run-all.ts'
import type { ScheduledTask } from './task.ts'

/**
 * Escalates alerts, releases overdue ones, and notices when no console is armed. One batch a run: under a flood of reports
 * the health check would take a run without an end for a watchdog that hangs.
 */
export const alertWatchdog: ScheduledTask = {
  name: 'watchdog of alerts and consoles',
  every_ms: () => 1_000,
  deadline_ms: 20_000,
  async run({ ctx, metrics }) {
    // At once: a call must not wait while hundreds of alerts are escalated one by one, and no part for one that fails.
    let handled = 0
    await runAll(
      notifyStaff({ ctx }),
      watchConsoles({ ctx }),
      releaseOverdueAlerts({ ctx }).then((released) => (handled += released)),
      escalateAlerts({ ctx }).then((levels) => {
        metrics.escalated(levels)
        handled += levels.length
      }),
    )
    return handled > 0
  },
}
