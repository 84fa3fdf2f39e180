import { pushStaff } from '@tvarit/shared/domain/on-call/push/push-staff'
import type { ScheduledTask } from './task.ts'

/** Pushes waiting alerts to the devices of people who are not at an armed console. */
export const pushAlerts: ScheduledTask = {
  name: 'push of alerts',
  every_ms: () => 1_000,
  deadline_ms: 20_000,
  async run({ ctx }) {
    await pushStaff({ ctx })
  },
}
