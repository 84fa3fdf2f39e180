import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { alertListInput } from '../../contracts/alerts.ts'
import type { VerbArgs } from '../../platform/context.ts'
import { exportListed, moment, typed } from '../records/lists/export-listed.ts'
import { peopleTerm } from '../records/lists/search-term.ts'
import { listedAlerts } from './find-alert-page.ts'

const nameOf = (column: string) =>
  `(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = ${column})`
/** The last four digits tell two numbers apart and call none. */
const masked = (phone: string) => `'XXXXXX' || right(${phone}, 4)`
const firstOf = (step: string) => `(select min(d.${step}) from dispatches d where d.alert_id = a.id)`

const COLUMNS = [
  'a.id, a.status, a.drill',
  moment('a.timestamp'),
  "coalesce((select c.serial_number from coupons c where c.id = a.coupon_id), '') as serial_number",
  typed(nameOf('a.user_id'), 'subscriber'),
  `(select ${masked('u.phone_number')} from users u where u.id = a.user_id) as phone_number`,
  '(select p.state from subscriber_profiles p where p.user_id = a.user_id) as state',
  `${masked('a.first_respondent_phone')} as bystander_phone`,
  'a.report_count, a.escalation_level',
  moment('a.first_claimed_at'),
  typed(nameOf('a.claimed_by'), 'claimed_by'),
  moment(firstOf('assigned_at'), 'ambulance_sent_at'),
  moment(firstOf('at_scene_at'), 'at_scene_at'),
  moment('a.closed_at'),
  typed(nameOf('a.attending_staff_id'), 'closed_by'),
]

/** The alerts as listed: phone numbers masked, without places, notes and health data. */
export async function exportAlerts({ ctx, input }: VerbArgs<z.output<typeof alertListInput>>): Promise<Readable> {
  const { status, search } = input
  const listed = await listedAlerts(ctx.db, { status, about: null, term: search ? peopleTerm(search) : null })
  return exportListed(ctx, input, { name: 'alerts', ...listed, columns: COLUMNS })
}
