import type { z } from 'zod'
import type { ListPage } from '../../contracts/lists.ts'
import type { SubscriberRow, subscriberListInput } from '../../contracts/subscribers.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listSubscribers(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof subscriberListInput>
}): Promise<ListPage<SubscriberRow>> {
  throw new Error('not built yet')
}
