import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { endDrills } from '@tvarit/shared/domain/call-centre/end-drills'
import { compactTallies } from '@tvarit/shared/domain/records/tallies/compact-tallies'
import { sweepBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/sweep-bulk-jobs'
import { remindOfRenewal } from '@tvarit/shared/domain/subscribers/plans/remind-of-renewal'
import { runAll } from './run-all.ts'
import type { ScheduledTask } from './task.ts'

/** Puts lost jobs back into the queues, ends drills, reminds of renewals. */
export const sweep: ScheduledTask = {
  name: 'sweep',
  every_ms: ({ SWEEP_SECONDS }) => SWEEP_SECONDS * 1_000,
  deadline_ms: 60_000,
  async run({ ctx }) {
    await runAll(
      sweepMessages({ ctx }),
      sweepBulkJobs({ ctx }),
      compactTallies({ ctx }),
      endDrills({ ctx }),
      remindOfRenewal({ ctx, input: { now: new Date() } }),
    )
  },
}
