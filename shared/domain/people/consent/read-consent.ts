import { type ConsentState, CURRENT_NOTICE } from '../../../contracts/consents.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'

/** What the caller has consented to, and whether a newer notice waits. NOT_FOUND for callers who are no subscribers. */
export async function readConsent({ ctx }: { ctx: SignedInCtx }): Promise<ConsentState> {
  const profile = await ctx.db
    .selectFrom('subscriber_profiles')
    .select(['consent_version', 'consent_withdrawn_at'])
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!profile) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const history = await ctx.db
    .selectFrom('consents')
    .select(['event', 'version', 'how', 'at'])
    .where('user_id', '=', ctx.actor.id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const withdrawn = profile.consent_withdrawn_at !== null
  return {
    version: profile.consent_version,
    withdrawn,
    news: !withdrawn && profile.consent_version !== CURRENT_NOTICE.version ? CURRENT_NOTICE.news : null,
    history: history.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}
