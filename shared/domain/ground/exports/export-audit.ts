import type { Readable } from 'node:stream'
import type { AuditListInput } from '../../../contracts/audit-list.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { listedAudit } from '../audit/listed-audit.ts'
import { exportListed, moment, typed } from './export-listed.ts'

const COLUMNS = [
  'l.id',
  moment('l.at'),
  'l.actor_id',
  typed("(select trim(a.first_name || ' ' || a.last_name) from users a where a.id = l.actor_id)", 'actor'),
  'l.action, l.subject, l.subject_id, l.detail, l.ip',
]

/** The audit log as listed. */
export const exportAudit = ({ ctx, input }: VerbArgs<AuditListInput>): Promise<Readable> =>
  exportListed(ctx, input, { name: 'audit', ...listedAudit(input), columns: COLUMNS })
