import type { SignedInUser } from '../../../contracts/accounts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { enrolSubscriber, type Registration } from './enrol-subscriber.ts'

/**
 * Staff or an admin registers a customer with the code that went to the customer's phone; the audit entry names who
 * typed. Rules and domain errors: see `enrolSubscriber`.
 */
export const registerSubscriberInside = ({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: Registration
}): Promise<SignedInUser> => enrolSubscriber(ctx, input, ctx.actor.id)
