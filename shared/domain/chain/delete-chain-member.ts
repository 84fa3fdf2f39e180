import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function deleteChainMember(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: { id: number }
}): Promise<{ detail: string }> {
  throw new Error('not built yet')
}
