import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import type { Ctx } from '@tvarit/shared/platform/context'
import { tracked } from '@trpc/server'

/** Replaced below by the hub. */
export async function* liveEvents(_ctx: Ctx, _cursor: string | null, signal: AbortSignal | undefined) {
  while (!signal?.aborted) yield tracked('0', { type: 'snapshot', seq: 0, alerts: [] } satisfies LiveEvent as LiveEvent)
}
