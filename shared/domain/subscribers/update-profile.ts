import type { UserDetail } from '../../contracts/accounts.ts'
import type { ProfileChanges } from '../../contracts/subscribers.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function updateProfile(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: ProfileChanges & { id: number }
}): Promise<UserDetail> {
  throw new Error('not built yet')
}
