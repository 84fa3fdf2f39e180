import { sql } from 'kysely'
import { type ConsentState, CURRENT_NOTICE } from '../../../contracts/consents.ts'
import { HEALTH_FIELDS } from '../../../contracts/medical.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { noteConsent } from './note-consent.ts'
import { readConsent } from './read-consent.ts'

const NO_HEALTH_DATA = Object.fromEntries(HEALTH_FIELDS.map((field) => [field, null]))

/**
 * The caller accepts the notice in force, or withdraws the consent: then health data is deleted at once, and the plan
 * goes on with the contacts alone. Repeating it changes nothing. NOT_FOUND for callers who are no subscribers.
 */
export async function changeConsent({
  ctx,
  input: { event },
}: VerbArgs<{ event: 'given' | 'withdrawn' }>): Promise<ConsentState> {
  const user_id = ctx.actor.id
  await inTransaction(ctx, async (tx) => {
    const profile = await tx.db
      .selectFrom('subscriber_profiles')
      .select(['consent_version', 'consent_withdrawn_at'])
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirst()
    if (!profile) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    const { version } = CURRENT_NOTICE
    const withdrawn = profile.consent_withdrawn_at !== null
    if (event === 'withdrawn' ? withdrawn : !withdrawn && profile.consent_version === version) return
    await tx.db
      .updateTable('subscriber_profiles')
      .set(
        event === 'given'
          ? { consent_version: version, consented_at: sql`now()`, consent_withdrawn_at: null }
          : { consent_withdrawn_at: sql`now()`, ...NO_HEALTH_DATA, critical_line: null },
      )
      .where('user_id', '=', user_id)
      .execute()
    await noteConsent(tx.db, {
      user_id,
      event,
      version: event === 'given' ? version : profile.consent_version,
      how: 'profile',
    })
    await writeAudit(tx, { action: `consent.${event}`, subject: 'user', subject_id: user_id })
  })
  return readConsent({ ctx })
}
