import { removeListedFiles } from '@tvarit/shared/domain/records/files/remove-listed-files'
import { listErasures } from '@tvarit/shared/domain/operations/data-rights/erasure-list'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import { runAll } from './run-all.ts'
import type { ScheduledTask } from './task.ts'

/** Deletes what may not be kept any longer. */
export const retention: ScheduledTask = {
  name: 'retention',
  every_ms: ({ SWEEP_SECONDS }) => SWEEP_SECONDS * 1_000,
  deadline_ms: 600_000,
  async run({ ctx }) {
    await runAll(listErasures({ ctx }), removeListedFiles({ ctx }), runRetention({ ctx }))
  },
}
