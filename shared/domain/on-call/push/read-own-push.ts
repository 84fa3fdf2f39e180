import type { OwnPush } from '../../../contracts/push.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { publicKeyOf } from '../../../platform/push/encrypt-push.ts'
import { pushKey } from './push-key.ts'

/** The caller's devices with push, and the key a browser subscribes with. */
export async function readOwnPush({ ctx }: { ctx: SignedInCtx }): Promise<OwnPush> {
  const devices = await ctx.db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'user_agent', 'created_at', 'delivered_at', 'last_error'])
    .where('user_id', '=', ctx.actor.id)
    .orderBy('id')
    .execute()
  return {
    public_key: publicKeyOf(await pushKey(ctx)),
    devices: devices.map(({ created_at, delivered_at, ...device }) => ({
      ...device,
      created_at: created_at.toISOString(),
      delivered_at: delivered_at?.toISOString() ?? null,
    })),
  }
}
