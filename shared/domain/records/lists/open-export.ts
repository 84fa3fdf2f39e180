import type { Readable } from 'node:stream'
import type { SignedInCtx } from '../../../platform/context.ts'
import { type AuditEntry, writeAudit } from '../../audit/write-audit.ts'
import { openCopyOut } from './copy-out.ts'

/** A query as CSV, written by PostgreSQL itself and streamed as it is read. Audited before the first row leaves. */
export async function openExport(
  ctx: SignedInCtx,
  query: string,
  noted: Pick<AuditEntry, 'action' | 'subject' | 'detail'> & Partial<Pick<AuditEntry, 'subject_id'>>,
): Promise<Readable> {
  const rows = await openCopyOut(
    ctx.config.DATABASE_SESSION_URL,
    `copy (${query}) to stdout with (format csv, header true, encoding 'UTF8')`,
  )
  try {
    await writeAudit(ctx, { subject_id: null, ...noted })
  } catch (error) {
    rows.destroy()
    throw error
  }
  return rows
}
