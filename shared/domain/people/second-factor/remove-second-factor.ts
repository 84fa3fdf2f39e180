import type { Tx } from '../../../platform/database/database.ts'

/** Deletes a user's app, recovery codes and half-done logins. False when there was no app in use. */
export async function removeSecondFactor(db: Tx, user_id: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await db.deleteFrom('login_challenges').where('user_id', '=', user_id).execute()
  const removed = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .returning('enrolled_at')
    .executeTakeFirst()
  return Boolean(removed?.enrolled_at)
}
