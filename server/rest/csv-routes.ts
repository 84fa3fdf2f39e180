import type { Readable } from 'node:stream'
import { alertListInput } from '@tvarit/shared/contracts/alerts'
import { auditListInput } from '@tvarit/shared/contracts/audit-list'
import { bulkJobListInput } from '@tvarit/shared/contracts/bulk-jobs'
import { couponListInput } from '@tvarit/shared/contracts/coupons'
import { creatorCouponListInput } from '@tvarit/shared/contracts/creator-coupons'
import { peopleListInput } from '@tvarit/shared/contracts/lists'
import type { Permission, Scope } from '@tvarit/shared/contracts/permissions'
import { ambulanceListInput, hospitalListInput } from '@tvarit/shared/contracts/registry'
import { composed } from '@tvarit/shared/contracts/same-text'
import { statementExportInput, stockMovesInput, stockPeopleInput } from '@tvarit/shared/contracts/stock'
import { subscriberExportInput, subscriberListInput } from '@tvarit/shared/contracts/subscribers'
import { exportAlerts } from '@tvarit/shared/domain/alerts/export-alerts'
import { ambulances } from '@tvarit/shared/domain/registry/list-ambulances'
import { hospitals } from '@tvarit/shared/domain/registry/list-hospitals'
import { exportAudit } from '@tvarit/shared/domain/operations/audit/list-audit'
import { people } from '@tvarit/shared/domain/people/staff/list-people'
import { chain } from '@tvarit/shared/domain/sales/chain/list-chain'
import { creatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/list-creator-coupons'
import { exportStatement } from '@tvarit/shared/domain/sales/stock/export-statement'
import { moves } from '@tvarit/shared/domain/sales/stock/list-moves'
import { stockholders } from '@tvarit/shared/domain/sales/stock/list-stock-people'
import { exportBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/list-bulk-jobs'
import { coupons } from '@tvarit/shared/domain/stickers/coupons/list-coupons'
import { exportSubscribers } from '@tvarit/shared/domain/subscribers/profile/export-subscribers'
import { subscribers } from '@tvarit/shared/domain/subscribers/profile/list-subscribers'
import type { SignedInCtx } from '@tvarit/shared/platform/context'
import type { z } from 'zod'

/** A path that answers with a CSV file. */
export interface CsvRoute {
  path: string
  summary: string
  permission: Permission
  input: z.ZodType
  file_name: string
  /** Opens the file for a query as it was sent. Throws what its schema and its verb throw. */
  open(ctx: SignedInCtx & { scope: Scope }, query: unknown): Promise<Readable>
}

const file = <Input extends z.ZodType>(
  path: string,
  summary: string,
  permission: Permission,
  input: Input,
  verb: (asked: { ctx: SignedInCtx & { scope: Scope }; input: z.output<Input> }) => Promise<Readable>,
): CsvRoute => ({
  path,
  summary,
  permission,
  input,
  file_name: `${path.split('/').at(-3)}.csv`,
  open: (ctx, query) => verb({ ctx, input: input.parse(composed(query)) }),
})

const AS_LISTED = 'as CSV, narrowed and ordered like the list and whole, whatever the page; audited'

/** Each list of the office as a file, and the subscribers of a period. */
export const CSV_ROUTES: readonly CsvRoute[] = [
  file(
    '/api/users/subscribers/download/',
    'Subscribers as CSV, without health data; audited',
    'subscribers.export',
    subscriberExportInput,
    exportSubscribers,
  ),
  {
    ...file(
      '/api/users/subscribers/list/download/',
      `Subscribers ${AS_LISTED}; without health data`,
      'subscribers.export',
      subscriberListInput,
      subscribers.file,
    ),
    file_name: 'subscribers.csv',
  },
  file('/api/coupons/download/', `Coupons ${AS_LISTED}`, 'coupons.export', couponListInput, coupons.file),
  file(
    '/api/creator-coupons/download/',
    `Creator coupons ${AS_LISTED}`,
    'creator_coupons.manage',
    creatorCouponListInput,
    creatorCoupons.file,
  ),
  file(
    '/api/qr/alerts/download/',
    `Alerts ${AS_LISTED}; phone numbers masked, without places and health data`,
    'alerts.export',
    alertListInput,
    exportAlerts,
  ),
  file('/api/qr/jobs/download/', `Bulk jobs ${AS_LISTED}`, 'bulk_jobs.manage', bulkJobListInput, exportBulkJobs),
  ofPeople('/api/users/staffs/download/', 'Staff members', 'staff_users.export', people.staff),
  ofPeople('/api/users/admins/download/', 'Admins', 'staff_users.export', people.admin),
  ...(
    [
      ['super-distributors', 'Super distributors', 'super_distributor'],
      ['distributors', 'Distributors within reach', 'distributor'],
      ['retailers', 'Retailers within reach', 'retailer'],
      ['my-distributors', 'The own distributors', 'distributor'],
      ['my-retailers', 'The own retailers', 'retailer'],
    ] as const
  ).map(([list, what, role]) => ofPeople(`/api/sales/${list}/download/`, what, `chain.export_${role}s`, chain[role])),
  file(
    '/api/sales/stock/people/download/',
    `Those directly below with their stock ${AS_LISTED}`,
    'stock.read',
    stockPeopleInput,
    stockholders.file,
  ),
  file('/api/sales/stock/moves/download/', `Transfers ${AS_LISTED}`, 'stock.read', stockMovesInput, moves.file),
  file(
    '/api/sales/statement/download/',
    'Who sold how many by month, of one within reach or of all, as CSV; audited',
    'sales.read',
    statementExportInput,
    exportStatement,
  ),
  file('/api/audit/download/', `The audit log ${AS_LISTED}`, 'audit.read', auditListInput, exportAudit),
  file('/api/ambulances/download/', `Ambulances ${AS_LISTED}`, 'registry.read', ambulanceListInput, ambulances.file),
  file('/api/hospitals/download/', `Hospitals ${AS_LISTED}`, 'registry.read', hospitalListInput, hospitals.file),
]

function ofPeople(
  path: string,
  what: string,
  permission: Permission,
  list: Pick<typeof people.staff, 'file'>,
): CsvRoute {
  return file(path, `${what} ${AS_LISTED}`, permission, peopleListInput, list.file)
}
