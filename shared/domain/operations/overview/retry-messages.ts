import { sql } from 'kysely'
import { DomainError } from '../../../platform/domain-error.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { sendable, sendAgain } from '../../delivery/retry-message.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

/** Started again in one go; the rest by pressing again. */
const MOST = 500

/**
 * Starts one failed message again. Rejected with 409 when it has not failed, what it said was erased, or an SMS went
 * instead.
 */
export async function retryAnyMessage({
  ctx,
  input,
}: VerbArgs<{ id: number }>): Promise<{ detail: string; count: number }> {
  const sent = await inTransaction(ctx, (tx) => sendAgain(tx, input.id))
  if (!sent)
    throw new DomainError(
      'CONFLICT',
      'Only a failed message whose text is still kept can be sent again, and none that an SMS has taken the place of.',
    )
  return { detail: 'The message is being sent again.', count: 1 }
}

/** Starts the failed messages of the last day again that have template and provider in common, each in its own transaction. */
export async function retryMessages({
  ctx,
  input,
}: VerbArgs<{ template: string; provider: string | null }>): Promise<{ detail: string; count: number }> {
  const found = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'failed')
    .where('template', '=', input.template)
    .where(sql<boolean>`provider is not distinct from ${input.provider}`)
    .where(within('failed_at', days(1)))
    .where(sendable)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  let count = 0
  for (const { id } of found) if (await inTransaction(ctx, (tx) => sendAgain(tx, id))) count += 1
  return { detail: count === 1 ? 'One message is being sent again.' : `${count} messages are being sent again.`, count }
}
