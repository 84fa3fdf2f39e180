import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { alertList, alertListInput } from '../../contracts/alerts.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import { alertCards, toAlertCard } from './alert-cards.ts'

/**
 * A page of alerts: pending first with the oldest on top, then the closed ones with the newest on top. Search looks at
 * the subscriber's name and phone and at the bystander's phone. With scope `own` a subscriber sees only own alerts.
 */
export async function listAlerts({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof alertListInput>
}): Promise<z.input<typeof alertList>> {
  let query = alertCards(ctx.db)
  if (ctx.scope !== 'all') query = query.where('a.user_id', '=', ctx.actor.id)
  if (input.status) query = query.where('a.status', '=', input.status)
  if (input.search) {
    const pattern = likePattern(input.search.toLowerCase())
    query = query.where(
      sql<SqlBool>`(u.search like ${pattern} or a.first_respondent_phone like ${pattern} or lower(c.serial_number) like ${pattern})`,
    )
  }
  const counted = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy(sql`a.status = 'PENDING'`, 'desc')
    .orderBy(sql`case when a.status = 'PENDING' then a.id else -a.id end`)
    .limit(input.page_size)
    .offset((input.page - 1) * input.page_size)
    .execute()
  const total_pages = Math.max(1, Math.ceil(counted.count / input.page_size))
  return {
    count: counted.count,
    count_capped: false,
    results: rows.map(toAlertCard),
    next: input.page < total_pages ? pageLink(input, input.page + 1) : null,
    previous: input.page > 1 ? pageLink(input, input.page - 1) : null,
    total_pages,
  }
}

function pageLink(input: z.output<typeof alertListInput>, page: number): string {
  const query = new URLSearchParams({ page: String(page), page_size: String(input.page_size) })
  if (input.status) query.set('status', input.status)
  if (input.search) query.set('search', input.search)
  return `/api/qr/alerts/?${query.toString()}`
}
