import { beginScan } from '@tvarit/shared/domain/operations/synthetic/begin-scan'
import { endScan } from '@tvarit/shared/domain/operations/synthetic/end-scan'
import { removeSyntheticAlerts } from '@tvarit/shared/domain/operations/synthetic/remove-synthetic-alerts'
import { syntheticToken } from '@tvarit/shared/domain/synthetic/synthetic-coupon'
import type { Ctx } from '@tvarit/shared/platform/context'
import { walkThePath } from './walk-the-path.ts'

const HEARTBEAT_MS = 5_000

/**
 * Makes the scan that is due, if this worker is the one to make it. After a good one the service at `HEARTBEAT_URL`
 * gets a POST. When none comes for a while, the whole site may be gone, and that service calls an operator.
 */
export async function runScan({ ctx, stage_ms }: { ctx: Ctx; stage_ms?: number }): Promise<void> {
  const id = await beginScan({ ctx })
  if (id === null) return
  const { alert_id, ...result } = await walkThePath(ctx, await syntheticToken({ ctx }), stage_ms)
  await endScan({ ctx, input: { id, ...result } })
  await removeSyntheticAlerts({ ctx, input: { alert_id } })
  if (result.failed) ctx.log.warn({ ...result.failed, scan: id }, 'synthetic scan failed')
  else if (ctx.config.HEARTBEAT_URL) await sendHeartbeat(ctx, ctx.config.HEARTBEAT_URL)
}

async function sendHeartbeat({ log }: Ctx, url: string): Promise<void> {
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(HEARTBEAT_MS) })
    await response.body?.cancel()
    if (!response.ok) log.warn({ status: response.status }, 'the heartbeat was not taken')
  } catch (error) {
    log.warn({ error }, 'the heartbeat could not be sent')
  }
}
