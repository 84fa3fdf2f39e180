import type { Readable } from 'node:stream'
import pg from 'pg'
import type { SubscriberExport } from '../../../contracts/subscribers.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { csvCell } from '../../records/lists/csv-cell.ts'
import { openExport } from '../../records/lists/open-export.ts'

/**
 * The subscribers whose term starts within the dates as CSV, without health data and contacts, written by PostgreSQL
 * itself and streamed as it is read. Audited before the first row leaves.
 */
export function exportSubscribers({ ctx, input }: VerbArgs<SubscriberExport>): Promise<Readable> {
  return openExport(ctx, subscriberQuery(input), {
    action: 'subscribers.exported',
    subject: 'subscribers',
    detail: input,
  })
}

/**
 * The columns of a file of subscribers (`u`, `p`). Only what people typed freely can be a formula; phone numbers and PINs
 * are digits, states come from a list.
 */
export const subscriberColumns = (cell = csvCell): string[] => [
  'u.id',
  ...['first_name', 'last_name', 'email'].map((name) => `${cell(`u.${name}`)} as ${name}`),
  'u.phone_number',
  `${cell('p.address')} as address`,
  'p.state, p.pin_code, p.start_date, p.ending_date',
  `(select serial_number from coupons where user_id = p.user_id
    order by voided_at desc nulls first, id desc limit 1) as serial_number`,
  'p.plan',
]

/** COPY takes no parameters: the dates, which are known to be dates, are quoted into the text. */
export function subscriberQuery({ start_date, end_date }: SubscriberExport, cell = csvCell): string {
  return `select ${subscriberColumns(cell).join(', ')}
    from subscriber_profiles p
    join users u on u.id = p.user_id and u.deleted_at is null and u.role = 'user'
    where p.start_date between ${pg.escapeLiteral(start_date)}::date and ${pg.escapeLiteral(end_date)}::date
    order by p.user_id`
}
