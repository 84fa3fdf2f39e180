import type { Readable } from 'node:stream'
import { alertListInput } from '@tvarit/shared/contracts/alerts'
import { auditListInput } from '@tvarit/shared/contracts/audit-list'
import { bulkJobListInput } from '@tvarit/shared/contracts/bulk-jobs'
import type { ChainRole } from '@tvarit/shared/contracts/chain'
import { couponListInput } from '@tvarit/shared/contracts/coupons'
import { creatorCouponListInput } from '@tvarit/shared/contracts/creator-coupons'
import { peopleListInput } from '@tvarit/shared/contracts/lists'
import type { Permission, Scope } from '@tvarit/shared/contracts/permissions'
import { ambulanceListInput, hospitalListInput } from '@tvarit/shared/contracts/registry'
import { composed } from '@tvarit/shared/contracts/same-text'
import { statementExportInput, stockMovesInput, stockPeopleInput } from '@tvarit/shared/contracts/stock'
import { subscriberExportInput, subscriberListInput } from '@tvarit/shared/contracts/subscribers'
import { exportAlerts } from '@tvarit/shared/domain/emergency/alerts/export-alerts'
import { exportAmbulances } from '@tvarit/shared/domain/emergency/registry/export-ambulances'
import { exportHospitals } from '@tvarit/shared/domain/emergency/registry/export-hospitals'
import { exportAudit } from '@tvarit/shared/domain/ground/exports/export-audit'
import { exportPeople } from '@tvarit/shared/domain/people/staff/export-people'
import { exportChain } from '@tvarit/shared/domain/sales/chain/export-chain'
import { exportCreatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/export-creator-coupons'
import { exportStatement } from '@tvarit/shared/domain/sales/stock/export-statement'
import { exportMoves } from '@tvarit/shared/domain/sales/stock/list-moves'
import { exportStockPeople } from '@tvarit/shared/domain/sales/stock/list-stock-people'
import { exportBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/export-bulk-jobs'
import { exportCoupons } from '@tvarit/shared/domain/stickers/coupons/export-coupons'
import { exportSubscriberList } from '@tvarit/shared/domain/subscribers/profile/export-subscriber-list'
import { exportSubscribers } from '@tvarit/shared/domain/subscribers/profile/export-subscribers'
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
      exportSubscriberList,
    ),
    file_name: 'subscribers.csv',
  },
  file('/api/coupons/download/', `Coupons ${AS_LISTED}`, 'coupons.export', couponListInput, exportCoupons),
  file(
    '/api/creator-coupons/download/',
    `Creator coupons ${AS_LISTED}`,
    'creator_coupons.manage',
    creatorCouponListInput,
    exportCreatorCoupons,
  ),
  file(
    '/api/qr/alerts/download/',
    `Alerts ${AS_LISTED}; phone numbers masked, without places and health data`,
    'alerts.export',
    alertListInput,
    exportAlerts,
  ),
  file('/api/qr/jobs/download/', `Bulk jobs ${AS_LISTED}`, 'bulk_jobs.manage', bulkJobListInput, exportBulkJobs),
  people('/api/users/staffs/download/', 'Staff members', 'staff'),
  people('/api/users/admins/download/', 'Admins', 'admin'),
  level('/api/sales/super-distributors/download/', 'Super distributors', 'super_distributor'),
  level('/api/sales/distributors/download/', 'Distributors within reach', 'distributor'),
  level('/api/sales/retailers/download/', 'Retailers within reach', 'retailer'),
  level('/api/sales/my-distributors/download/', 'The own distributors', 'distributor'),
  level('/api/sales/my-retailers/download/', 'The own retailers', 'retailer'),
  file(
    '/api/sales/stock/people/download/',
    `Those directly below with their stock ${AS_LISTED}`,
    'stock.read',
    stockPeopleInput,
    exportStockPeople,
  ),
  file('/api/sales/stock/moves/download/', `Transfers ${AS_LISTED}`, 'stock.read', stockMovesInput, exportMoves),
  file(
    '/api/sales/statement/download/',
    'Who sold how many by month, of one within reach or of all, as CSV; audited',
    'sales.read',
    statementExportInput,
    exportStatement,
  ),
  file('/api/audit/download/', `The audit log ${AS_LISTED}`, 'audit.read', auditListInput, exportAudit),
  file('/api/ambulances/download/', `Ambulances ${AS_LISTED}`, 'registry.read', ambulanceListInput, exportAmbulances),
  file('/api/hospitals/download/', `Hospitals ${AS_LISTED}`, 'registry.read', hospitalListInput, exportHospitals),
]

function people(path: string, what: string, role: 'staff' | 'admin'): CsvRoute {
  return file(path, `${what} ${AS_LISTED}`, 'staff_users.export', peopleListInput, ({ ctx, input }) =>
    exportPeople({ ctx, input: { ...input, role } }),
  )
}

function level(path: string, what: string, role: ChainRole): CsvRoute {
  return file(path, `${what} ${AS_LISTED}`, `chain.export_${role}s`, peopleListInput, ({ ctx, input }) =>
    exportChain({ ctx, input: { ...input, role } }),
  )
}
