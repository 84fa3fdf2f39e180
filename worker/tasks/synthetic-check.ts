import { randomUUID } from 'node:crypto'
import { withRequestId } from '@tvarit/shared/platform/log/correlation'
import { runScan } from '../synthetic/run-scan.ts'
import type { ScheduledTask } from './task.ts'

/** Servers that start at the same moment as this worker get so long before the first scan. */
const SETTLE_MS = 20_000

/** Presses a synthetic sticker, when that is due, and follows the alert all the way. */
export const syntheticCheck: ScheduledTask = {
  name: 'synthetic check',
  every_ms: () => 5_000,
  deadline_ms: 180_000,
  async run({ ctx, started_at }) {
    if (performance.now() - started_at > SETTLE_MS) await withRequestId(randomUUID(), () => runScan({ ctx }))
  },
}
