import { sql } from 'kysely'
import { isTemplateName } from '../../../contracts/message-templates.ts'
import type { JobPayload } from '../../../contracts/jobs.ts'
import type { PushContent } from '../../../contracts/push.ts'
import { renderTemplate } from '../../../contracts/render-template.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { postPush } from '../../../platform/push/post-push.ts'
import { isPushService } from '../../../platform/push/is-push-service.ts'
import { textContext } from '../../messages/message-params.ts'
import { waiting } from '../../alerts/waiting.ts'
import { pushKey } from './push-key.ts'

/**
 * Sends one push: the text of a message to staff, or about alerts that still wait. A subscription that the browser has ended is deleted. Throws when sending it
 * again may help; `last_attempt` then only notes it.
 */
export async function sendPush({
  ctx,
  input: { subscription_id, alert_id, message_id },
  last_attempt,
}: {
  ctx: Ctx
  input: JobPayload<'send-push'>
  last_attempt: boolean
}): Promise<void> {
  const { db, config } = ctx
  const found = await db
    .selectFrom('push_subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.endpoint', 's.p256dh', 's.auth'])
    .where('s.id', '=', subscription_id)
    .where('u.deleted_at', 'is', null)
    .where('u.role', 'in', ['admin', 'staff'])
    .executeTakeFirst()
  const text = message_id && (await textOf(ctx, message_id))
  const content = alert_id === null ? { alert_id, age: 0, count: 0, ...(text && { text }) } : await contentNow(db)
  if (!found || !content || !isPushService(config, found.endpoint)) return
  const subject = `mailto:${config.BRAND_EMAIL}`
  const result = await postPush(found, content, {
    key: await pushKey(ctx),
    subject,
    topic: text ? 'alarm' : alert_id === null ? 'try' : 'alerts',
  })
  const row = db.updateTable('push_subscriptions').where('id', '=', subscription_id)
  switch (result.outcome) {
    case 'taken':
      return void (await row.set({ delivered_at: sql`now()`, last_error: null }).execute())
    case 'gone':
      return void (await db.deleteFrom('push_subscriptions').where('id', '=', subscription_id).execute())
    case 'rejected':
      return void (await row.set({ last_error: result.reason }).execute())
    case 'failed':
      await row.set({ last_error: result.reason }).execute()
      if (!last_attempt) throw new Error(result.reason)
  }
}

async function textOf(ctx: Ctx, id: number): Promise<string | null> {
  const message = await ctx.db
    .selectFrom('messages')
    .select(['template', 'params'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!message?.params || !isTemplateName(message.template)) return null
  return renderTemplate(message.template, message.params, textContext(ctx)).text
}

/** The oldest alert that waits, whose age is shown, and how many do; null when none does. */
async function contentNow(db: Db): Promise<PushContent | null> {
  const { rows } = await sql<PushContent & { alert_id: number | null }>`
    select (array_agg(id order by waiting_since, id))[1] as alert_id, count(*) as count,
      floor(extract(epoch from now() - min(waiting_since)))::integer as age
    from alerts where ${waiting}`.execute(db)
  const [content] = rows
  return content?.alert_id == null ? null : content
}
