import type { Readable } from 'node:stream'
import type { BulkJobListInput } from '../../../contracts/bulk-jobs.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { exportListed, moment } from '../../ground/exports/export-listed.ts'
import { listedBulkJobs } from './list-bulk-jobs.ts'

const COLUMNS = [
  'j.id, j.count, j.status',
  ...['j.created_at', 'j.completed_at', 'j.printed_at'].map((column) => moment(column)),
]

/** The bulk jobs as listed. */
export const exportBulkJobs = ({ ctx, input }: VerbArgs<BulkJobListInput>): Promise<Readable> =>
  exportListed(ctx, input, { name: 'bulk jobs', ...listedBulkJobs(input), columns: COLUMNS })
