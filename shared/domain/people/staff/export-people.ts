import type { Readable } from 'node:stream'
import type { ListQuery } from '../../../contracts/lists.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { exportListed, moment, typed } from '../../ground/exports/export-listed.ts'
import { listedPeople } from './list-people.ts'

const COLUMNS = [
  'u.id',
  typed('u.first_name'),
  typed('u.last_name'),
  typed('u.email'),
  'u.phone_number',
  moment('u.created_at'),
]

/** All Staffs or All Admins as listed. */
export function exportPeople({ ctx, input }: VerbArgs<ListQuery & { role: 'staff' | 'admin' }>): Promise<Readable> {
  const { role, ...query } = input
  return exportListed(ctx, query, { name: role, ...listedPeople(query, role), columns: COLUMNS })
}
