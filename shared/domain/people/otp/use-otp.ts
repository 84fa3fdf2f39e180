import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { codeError } from './check-otp.ts'
import type { OtpPurpose } from './otp-hash.ts'

/**
 * Step two: uses up a code that `checkOtp` found right, in the transaction of its use. Of a hundred at once exactly one
 * succeeds; the others are rejected. A rollback uses nothing up.
 */
export async function useOtp(db: Tx, purpose: OtpPurpose, id: number): Promise<void> {
  const used = await db
    .updateTable('otp_challenges')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw codeError(purpose, TEXTS.otp_used)
}
