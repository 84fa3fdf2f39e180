import type { Readable } from 'node:stream'
import pg from 'pg'
import type { SubscriberExport } from '../../../contracts/subscribers.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { openCopyOut } from '../../ground/lists/copy-out.ts'
import { csvCell } from '../../ground/lists/csv-cell.ts'

/**
 * The subscribers whose term starts within the dates as CSV, without health data and contacts, written by PostgreSQL
 * itself and streamed as it is read. Audited before the first row leaves.
 */
export async function exportSubscribers({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: SubscriberExport
}): Promise<Readable> {
  const rows = await openCopyOut(
    ctx.config.DATABASE_SESSION_URL,
    `copy (${subscriberQuery(input)}) to stdout with (format csv, header true, encoding 'UTF8')`,
  )
  try {
    await writeAudit(ctx, { action: 'subscribers.exported', subject: 'subscribers', subject_id: null, detail: input })
  } catch (error) {
    rows.destroy()
    throw error
  }
  return rows
}

/**
 * COPY takes no parameters: the dates, which are known to be dates, are quoted into the text. Only what people typed
 * freely can be a formula; phone numbers and PINs are digits, states come from a list.
 */
export function subscriberQuery({ start_date, end_date }: SubscriberExport, cell = csvCell): string {
  return `select u.id, ${cell('u.first_name')} as first_name, ${cell('u.last_name')} as last_name,
      ${cell('u.email')} as email, u.phone_number, ${cell('p.address')} as address,
      p.state, p.pin_code, p.start_date, p.ending_date,
      c.serial_number, coalesce(s.plan, 'BASIC') as plan
    from subscriber_profiles p
    join users u on u.id = p.user_id and u.deleted_at is null and u.role = 'user'
    left join lateral (
      select serial_number from coupons where user_id = p.user_id order by voided_at desc nulls first, id desc limit 1
    ) c on true
    left join lateral (
      select plan from subscriptions where user_id = p.user_id order by end_date desc, id desc limit 1
    ) s on true
    where p.start_date between ${pg.escapeLiteral(start_date)}::date and ${pg.escapeLiteral(end_date)}::date
    order by p.user_id`
}
