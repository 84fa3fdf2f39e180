import { checkAudit } from '@tvarit/shared/domain/audit/check-audit'
import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import type { ScheduledTask } from './task.ts'

/** Makes the seals of the audit log that are due, and checks old ones. */
export const auditSeals: ScheduledTask = {
  name: 'seals of the audit log',
  every_ms: () => 10_000,
  deadline_ms: 300_000,
  async run({ ctx }) {
    await sealAudit({ ctx })
    await checkAudit({ ctx })
  },
}
