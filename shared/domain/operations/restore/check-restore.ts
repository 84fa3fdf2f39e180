import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { MissingFile } from '../../../platform/storage/file-store.ts'
import { verifyAudit } from '../../audit/verify-audit.ts'
import { peopleBack, readErasureList } from '../data-rights/erasure-list.ts'
import { checkSealed } from '../keys/check-sealed.ts'

export interface RestoreCheck {
  /** What is there, in words. */
  found: string[]
  /** What is missing or damaged; empty after a good restore. */
  problems: string[]
}

/** Checks what a restore must have brought back: rows, sealed values, files, audit chain, erasures. Changes nothing. */
export async function checkRestore({ ctx }: { ctx: Pick<Ctx, 'db' | 'config' | 'storage'> }): Promise<RestoreCheck> {
  const check: RestoreCheck = { found: [], problems: [] }
  await countRows(ctx, check)
  const { opened, closed } = await checkSealed({ ctx })
  check.found.push(`${opened} sealed values are open`)
  if (closed.length > 0) check.problems.push(`neither SECRET_KEY nor SECRET_KEYS_BEFORE opens ${closed.join(', ')}`)
  await checkFiles(ctx, check)
  const audit = await verifyAudit({ ctx })
  check.found.push(`${audit.seals} seals over ${audit.entries} entries of the audit log are whole`)
  if (audit.broken)
    check.problems.push(`the audit log is broken from entry ${audit.broken.first_id}: ${audit.broken.reason}`)
  const listed = await readErasureList(ctx.storage)
  const back = await peopleBack(ctx.db, listed ?? [])
  check.found.push(`${listed?.length ?? 0} people are on the list of erasures`)
  if (!listed) check.problems.push('the list of erasures is missing')
  if (back.length > 0) check.problems.push(`erased people are back: ${back.join(', ')}; run the migration`)
  return check
}

async function countRows({ db }: Pick<Ctx, 'db'>, check: RestoreCheck): Promise<void> {
  const { rows } = await sql<Record<string, number | Date | null>>`
    select (select count(*) from users) as users, (select count(*) from coupons) as coupons,
      (select count(*) from alerts) as alerts, (select count(*) from messages) as messages,
      (select max(at) from alert_events) as newest`.execute(db)
  const { newest, ...counts } = rows[0]!
  check.found.push(
    Object.entries(counts)
      .map(([name, n]) => `${Number(n)} ${name}`)
      .join(', '),
  )
  check.found.push(newest instanceof Date ? `the newest event is of ${newest.toISOString()}` : 'no event of an alert')
}

/** Opens each file that a row names. */
async function checkFiles({ db, storage }: Pick<Ctx, 'db' | 'storage'>, check: RestoreCheck): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select photo as key from subscriber_profiles where photo is not null
    union all select photo from alert_reports where photo is not null
    union all select file from bulk_jobs where file is not null
    union all select key from distributor_profiles,
      unnest(array[photo, aadhar_upload, pan_upload, gstin_upload]) as key where key is not null`.execute(db)
  const missing: string[] = []
  for (const { key } of rows) {
    try {
      const { stream } = await storage.open(key)
      stream.destroy()
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error
      missing.push(key)
    }
  }
  check.found.push(`${rows.length - missing.length} of ${rows.length} files are there`)
  if (missing.length > 0) check.problems.push(`${missing.length} files are missing, such as ${missing[0]}`)
}
