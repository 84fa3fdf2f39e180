import type { Dashboard } from '../../contracts/dashboard.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function readDashboard(_: { ctx: SignedInCtx & { scope: Scope } }): Promise<Dashboard> {
  throw new Error('not built yet')
}
