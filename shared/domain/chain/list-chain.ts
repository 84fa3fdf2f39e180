import type { ChainRole, ChainRow } from '../../contracts/chain.ts'
import type { ListPage, ListQuery } from '../../contracts/lists.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listChain(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: ListQuery & { role: ChainRole }
}): Promise<ListPage<ChainRow>> {
  throw new Error('not built yet')
}
