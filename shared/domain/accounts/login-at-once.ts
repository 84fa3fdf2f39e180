import { sql } from 'kysely'
import type { PhoneOtpInput, SessionOutput } from '../../contracts/accounts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { ROLES } from '../../contracts/roles.ts'
import { batching } from '../../platform/batching.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'
import { otpHashes } from '../otp/otp-hash.ts'
import { isSecondFactorRequired } from '../second-factor/is-required.ts'
import { type LoginPlace, openSessions } from '../sessions/open-session.ts'

/**
 * The usual login by code: a right code of somebody who needs nothing more is used up and a session begins. Of a hundred
 * at once one gets past. Null, and nothing is written, in every other case. Logins that come at once share a statement.
 */
export function loginAtOnce({ ctx, input }: { ctx: Ctx; input: PhoneOtpInput }): Promise<SessionOutput | null> {
  let together = ofDatabase.get(ctx.db)
  if (!together) {
    // Nothing of the first caller's own: this stays.
    const { db, config, log } = ctx
    together = batching({ at_most: 32, at_once: 2, work: (logins) => loginMany({ db, config, log }, logins) })
    ofDatabase.set(db, together)
  }
  return together({ ...input, ip: ctx.ip, user_agent: ctx.user_agent })
}

type Login = PhoneOtpInput & LoginPlace
const ofDatabase = new WeakMap<Db, (login: Login) => Promise<SessionOutput | null>>()

async function loginMany(ctx: Pick<Ctx, 'db' | 'config' | 'log'>, logins: Login[]): Promise<(SessionOutput | null)[]> {
  const codes = logins.flatMap(({ phone_number, otp }, n) =>
    otpHashes(ctx.config, 'login', phone_number, otp).map((hash) => ({ n, phone_number, hash })),
  )
  const need_more = ROLES.filter((role) => isSecondFactorRequired(ctx.config, role))
  // `limit` makes it one probe of an index per login, also before PostgreSQL knows how large the tables are.
  const finding = sql`
    update otp_challenges c set used_at = now()
    from unnest(${codes.map(({ n }) => n)}::int[], ${codes.map(({ phone_number }) => phone_number)}::text[],
        ${codes.map(({ hash }) => hash)}::bytea[]) as code (n, phone_number, hash)
      join wanted using (n)
      cross join lateral (select id from otp_challenges where purpose = 'login' and phone_number = code.phone_number
        and code_hash = code.hash and used_at is null and voided_at is null and expires_at > now()
        and attempts < ${LIMITS.otp_tries} limit 1 for no key update) right_code
      cross join lateral (select * from users where phone_number = code.phone_number and deleted_at is null limit 1) u
      left join second_factors f on f.user_id = u.id and f.enrolled_at is not null
    where c.id = right_code.id and f.user_id is null and u.role <> all(${need_more}::text[])
    returning wanted.*, u.*`
  try {
    return await openSessions(ctx, logins, finding, 'otp')
  } catch (error) {
    if (logins.length === 1) throw error
    ctx.log.warn({ error, logins: logins.length }, 'logins at once failed, each goes its own way')
    return logins.map(() => null)
  }
}
