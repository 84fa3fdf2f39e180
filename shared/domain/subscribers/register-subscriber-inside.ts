import type { SignedInUser } from '../../contracts/accounts.ts'
import type { Registration } from './register-subscriber.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function registerSubscriberInside(_: { ctx: SignedInCtx; input: Registration }): Promise<SignedInUser> {
  throw new Error('not built yet')
}
