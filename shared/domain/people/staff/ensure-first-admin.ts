import { sql, type SqlBool } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { isUniqueViolation } from '../../../platform/database/database.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { findActiveUserByLogin } from '../users/find-user.ts'
import { hashPassword } from '../users/password.ts'

/**
 * Makes the admin of ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PHONE when no active user, and no admin who was removed, has
 * that e-mail or phone number. Otherwise changes nothing, also not the password. With only some of these settings, or
 * when they belong to a removed admin or to a user who is no admin, it says so in the log. Safe from several processes
 * at once.
 */
export async function ensureFirstAdmin({ ctx }: { ctx: Ctx }): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_PHONE: phone_number } = ctx.config
  if (!email && !password && !phone_number) return
  if (!email || !password || !phone_number) {
    ctx.log.warn('no admin was made: ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_PHONE are needed together')
    return
  }
  const existing =
    (await findActiveUserByLogin(ctx.db, { email })) ?? (await findActiveUserByLogin(ctx.db, { phone_number }))
  if (existing) {
    if (existing.role !== 'admin') ctx.log.warn('no admin was made: ADMIN_EMAIL or ADMIN_PHONE belongs to another user')
    return
  }
  const removed = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is not', null)
    .where(sql<SqlBool>`(lower(email) = lower(${email}) or phone_number = ${phone_number})`)
    .executeTakeFirst()
  if (removed) {
    ctx.log.warn('no admin was made: ADMIN_EMAIL or ADMIN_PHONE belonged to an admin who was removed')
    return
  }
  const password_hash = await hashPassword(password)
  try {
    await inTransaction(ctx, async (ctx) => {
      const admin = await ctx.db
        .insertInto('users')
        .values({ first_name: 'Admin', email: email.toLowerCase(), phone_number, role: 'admin', password_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(ctx, { action: 'admin.created', subject: 'user', subject_id: admin.id, detail: { first: true } })
    })
  } catch (error) {
    // Another process was faster.
    if (!isUniqueViolation(error)) throw error
  }
}
