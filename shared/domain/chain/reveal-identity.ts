import type { Reveal } from '../../contracts/chain.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function revealIdentity(_: { ctx: SignedInCtx; input: Reveal }): Promise<{ value: string | null }> {
  throw new Error('not built yet')
}
