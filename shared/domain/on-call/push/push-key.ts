import type { Ctx } from '../../../platform/context.ts'
import { newPushKey, type PushKey } from '../../../platform/push/encrypt-push.ts'
import { seal, unseal } from '../../../platform/secrets.ts'

export const pushKeyContext = 'push-key'

/** Our key at the push services. Made at the first start, or when it is asked for first; of several processes one makes it. */
export async function pushKey({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<PushKey> {
  const read = () => db.selectFrom('push_keys').select('key_sealed').executeTakeFirst()
  let row = await read()
  if (!row) {
    const key_sealed = seal(config, pushKeyContext, JSON.stringify(newPushKey()))
    await db
      .insertInto('push_keys')
      .values({ key_sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await read()
  }
  return JSON.parse(unseal(config, pushKeyContext, row!.key_sealed)) as PushKey
}
