import { sql } from 'kysely'
import { normaliseCode } from '../../../contracts/codes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { randomCode } from '../../../platform/secrets.ts'
import { hashPassword, verifyPassword } from '../users/password.ts'

const COUNT = 10
/** The first symbols only say which code it is; the other twelve (59 bits) are the secret, kept as argon2id. */
const LABEL = 4
const LENGTH = 16

/** `K7QM-3F9X-TP2D-8WRA`: groups of four. */
const spoken = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

export interface RecoveryCode {
  code: string
  label: string
  code_hash: string
}

/** Ten new codes with their hashes. Takes a third of a second: call it outside transactions. */
export async function makeRecoveryCodes(): Promise<RecoveryCode[]> {
  const codes = new Map<string, string>()
  while (codes.size < COUNT) {
    const code = randomCode(LENGTH)
    codes.set(code.slice(0, LABEL), code)
  }
  return Promise.all(
    [...codes].map(async ([label, code]) => ({
      code: spoken(code),
      label,
      code_hash: await hashPassword(code.slice(LABEL)),
    })),
  )
}

/** Replaces all recovery codes of a user by new ones. */
export async function replaceRecoveryCodes(db: Tx, user_id: number, codes: readonly RecoveryCode[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (codes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(codes.map(({ label, code_hash }) => ({ user_id, label, code_hash })))
    .execute()
}

/** The id of the unused code that was typed, or null. Uses nothing up. */
export async function findRecoveryCode(db: Db, user_id: number, typed: string): Promise<number | null> {
  const code = normaliseCode(typed)
  const found = await db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('user_id', '=', user_id)
    .where('label', '=', code.slice(0, LABEL))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  const fits = await verifyPassword(found?.code_hash ?? null, code.slice(LABEL))
  return found && fits ? found.id : null
}

/** Uses a code up. Of several requests at once exactly one gets true. */
export async function spendRecoveryCode(db: Db, id: number): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, user_id: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
