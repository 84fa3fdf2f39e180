import { sql } from 'kysely'
import type { ContactCheck } from '../../../contracts/contact-checks.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { OnlyRequestId } from '../../../contracts/requests.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { createMessage } from '../../messages/create-message.ts'
import { createOnce } from '../../records/create-once.ts'
import { relativesOf } from './relatives-of.ts'
import { contactPreferences } from './contact-preferences.ts'
import { contactChecksOf } from './read-contact-checks.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

const VALID_SECONDS = 24 * 3600

/**
 * Sends each of the caller's emergency contacts one SMS that names the caller, so that a wrong number is found before
 * an accident. A number is asked once in 30 days, after a failure again the next day. Twelve messages in 30 days at
 * most, so that changing contacts is no way to write to strangers. Throws CONFLICT when no contact is due.
 * TOO_MANY_REQUESTS above the twelve.
 */
export async function checkContacts({ ctx, input = {} }: VerbArgs<OnlyRequestId>): Promise<ContactCheck[]> {
  const user_id = ctx.actor.id
  await createOnce(ctx, 'contact check', input, async ({ db }) => {
    // Serialised, also around midnight and with contacts changed in between: the second request sees the messages of
    // the first, or twelve could become twenty-four.
    await db.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const contacts = await contactChecksOf(db, user_id)
    if (contacts.length === 0) throw new DomainError('CONFLICT', TEXTS.contact_check_nobody)
    const due = contacts.filter((contact) => contact.due)
    if (due.length === 0) throw new DomainError('CONFLICT', TEXTS.contact_check_recent)
    const sent = await sql<{ n: number; today: string }>`
      select count(*) filter (where ${within('created_at', days(LIMITS.contact_check_days))}) as n,
        ${todayInIndia} as today
      from messages where user_id = ${user_id} and template = 'contact_check'`.execute(db)
    const { n, today } = sent.rows[0]!
    if (n + due.length > LIMITS.contact_check_most) {
      throw new DomainError('TOO_MANY_REQUESTS', TEXTS.contact_check_too_many)
    }
    const { name } = await relativesOf(db, user_id)
    const preferences = await contactPreferences(
      db,
      due.map(({ phone }) => phone),
    )
    const made = []
    for (const contact of due) {
      made.push(
        await createMessage(db, {
          template: 'contact_check',
          to_phone: contact.phone,
          params: {
            name,
            url: `${ctx.config.PUBLIC_URL}/c/${preferences.get(contact.phone)!.token}`,
            call_back: ctx.config.BRAND_PHONE,
          },
          dedupe_key: `contact-check:${user_id}:${contact.phone}:${today}`,
          valid_seconds: VALID_SECONDS,
          user_id,
          recipient_name: contact.name,
          recipient_relation: contact.relation,
        }),
      )
    }
    // Only numbers that failed today already.
    if (made.every((id) => id === null)) throw new DomainError('CONFLICT', TEXTS.contact_check_recent)
    return user_id
  })
  return contactChecksOf(ctx.db, user_id)
}
