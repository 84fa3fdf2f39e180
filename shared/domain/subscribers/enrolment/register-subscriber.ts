import type { SignedInUser } from '../../../contracts/accounts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { enrolSubscriber, type Registration } from './enrol-subscriber.ts'

/** Somebody registers themselves; rules and refusals: see `enrolSubscriber`. */
export const registerSubscriber = ({ ctx, input }: { ctx: Ctx; input: Registration }): Promise<SignedInUser> =>
  enrolSubscriber(ctx, input, null)
