import type { ChainMember, RegisterSubordinate } from '../../contracts/chain.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function registerSubordinate(_: { ctx: SignedInCtx; input: RegisterSubordinate }): Promise<ChainMember> {
  throw new Error('not built yet')
}
