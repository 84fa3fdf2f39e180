import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PACKED_PREFIX } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'

const HOUR_MS = 3_600_000

/** Removes half-written ZIPs that killed workers left in the temporary folder. One of the last hour may be in the making. */
export async function removeLeftovers(folder = os.tmpdir()): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (!name.startsWith(PACKED_PREFIX)) continue
    const file = path.join(folder, name)
    const stat = await fs.lstat(file).catch(() => null)
    if (!stat?.isFile() || Date.now() - stat.mtimeMs <= HOUR_MS) continue
    // One of another account stays, and must not keep this worker from starting.
    await fs.rm(file, { force: true }).catch(() => {})
  }
}
