import { type RawBuilder, sql } from 'kysely'
import { CODE_TEMPLATES, OTHER_TEMPLATES } from '../../contracts/message-urgency.ts'
import type { MessageQueueName } from '../../contracts/jobs.ts'

const listed = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

/** SQL: the queue of a message by its template, as the index `messages_due_queue` has it. */
export const messageQueue = (template: RawBuilder<unknown> = sql`template`): RawBuilder<MessageQueueName> => sql`(case
  when ${template} in (${listed(CODE_TEMPLATES)}) then 'codes'
  when ${template} in (${listed(OTHER_TEMPLATES)}) then 'messages'
  else 'alerts' end)`
