import { renderTemplate } from '../../contracts/render-template.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { SpokenWords } from '../../platform/carriers/provider.ts'
import { textContext } from '../messages/message-params.ts'
import { renderMessage } from './render-message.ts'

/** What is said in a call, for the provider that makes it. Throws NOT_FOUND when there is no such call. */
export async function readSpokenWords({ ctx, input }: VerbArgs<{ message_id: number }, Ctx>): Promise<SpokenWords> {
  const message = await ctx.db
    .selectFrom('messages')
    .select(['language', 'to_phone', 'template', 'params', 'params_sealed'])
    .where('id', '=', input.message_id)
    .where('channel', '=', 'voice')
    .where('to_phone', 'is not', null)
    .$narrowType<{ to_phone: string; language: Language }>()
    .executeTakeFirst()
  if (!message) throw new DomainError('NOT_FOUND', 'There is no such call.')
  const { text, language } = renderMessage(ctx, { ...message, channel: 'voice', to: message.to_phone })
  return { text, language, thanks: renderTemplate('call_confirmed', {}, textContext(ctx), language).text }
}
