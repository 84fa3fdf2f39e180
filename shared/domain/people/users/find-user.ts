import { sql, type SqlBool } from 'kysely'
import type { SignedInUser } from '../../../contracts/accounts.ts'
import type { Db } from '../../../platform/database/database.ts'

/** The query of all active users, in the shape the browser keeps: for a condition and more columns. */
export const activeUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('deleted_at', 'is', null)

/** An active user by phone number (unique among them), in the shape the browser keeps. */
export const findActiveUserByPhone = (db: Db, phone_number: string): Promise<SignedInUser | undefined> =>
  activeUsers(db).where('phone_number', '=', phone_number).executeTakeFirst()

/** The same by id. */
export const findActiveUserById = (db: Db, id: number): Promise<SignedInUser | undefined> =>
  activeUsers(db).where('id', '=', id).executeTakeFirst()

/** An active user by e-mail (any case) or phone number, with the password hash and whether it has expired: for the password login only. */
export function findActiveUserByLogin(
  db: Db,
  login: { email: string } | { phone_number: string },
): Promise<(SignedInUser & { password_hash: string | null; password_over: boolean }) | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role', 'password_hash'])
    .select(sql<boolean>`coalesce(password_expires_at <= now(), false)`.as('password_over'))
    .where(
      'email' in login
        ? sql<SqlBool>`lower(email) = lower(${login.email}) and email is not null`
        : sql<SqlBool>`phone_number = ${login.phone_number}`,
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
