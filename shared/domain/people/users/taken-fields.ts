import { TEXTS } from '../../../contracts/texts.ts'
import { type Db, isUniqueViolation } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'

interface Wanted {
  phone_number: string
  email: string | null
}

/** Which of the two belongs to an active user, as messages under their fields; both when both are taken. */
export async function takenFields(db: Db, { phone_number, email }: Wanted): Promise<Record<string, string[]>> {
  const others = await db
    .selectFrom('users')
    .select(['phone_number', 'email'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('phone_number', '=', phone_number),
        ...(email === null ? [] : [where(where.fn<string>('lower', ['email']), '=', email)]),
      ]),
    )
    .execute()
  return {
    ...(others.some((other) => other.phone_number === phone_number)
      ? { phone_number: [TEXTS.already_registered] }
      : {}),
    ...(others.some((other) => email !== null && other.email?.toLowerCase() === email)
      ? { email: [TEXTS.email_registered] }
      : {}),
  }
}

/**
 * What to throw after a registration failed with `error`. When phone or e-mail was taken at the same moment: a domain
 * error with every field that is taken now. Call it outside the failed transaction.
 */
export async function afterFailedInsert(db: Db, wanted: Wanted, error: unknown): Promise<unknown> {
  const phone = isUniqueViolation(error, 'users_phone_living')
  if (!phone && !isUniqueViolation(error, 'users_email_living')) return error
  const known: Record<string, string[]> = phone
    ? { phone_number: [TEXTS.already_registered] }
    : { email: [TEXTS.email_registered] }
  return new DomainError('BAD_REQUEST', { ...known, ...(await takenFields(db, wanted)) })
}
