import type { ChainMember } from '../../contracts/chain.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function readChainMember(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: { id: number }
}): Promise<ChainMember> {
  throw new Error('not built yet')
}
