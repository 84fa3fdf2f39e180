import type { SignedInUser } from '../../../contracts/accounts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { enrolSubscriber, type Registration } from './enrol-subscriber.ts'

/** A visitor registers as a subscriber; rules and domain errors: see `enrolSubscriber`. */
export const registerSubscriber = ({ ctx, input }: { ctx: Ctx; input: Registration }): Promise<SignedInUser> =>
  enrolSubscriber(ctx, input, null)
