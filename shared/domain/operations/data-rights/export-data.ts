import type { DataExport, ExportInput } from '../../../contracts/data-rights.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { collectData } from './collect-data.ts'
import { withoutPerson } from '../../audit/without-person.ts'

const PER_DAY = { name: 'data-export', points: LIMITS.exports_per_day, seconds: 24 * 3600 }

/** All data about the caller. Audited; three a day. */
export async function exportOwnData({ ctx }: { ctx: SignedInCtx }): Promise<DataExport> {
  await count(ctx, ctx.actor.id)
  const data = await collectData(ctx, ctx.actor.id)
  await writeAudit(ctx, { action: 'data.exported', subject: 'user', subject_id: ctx.actor.id })
  return data
}

/** All data about a person who asked for it in another way. Audited with the reason; three a day for each person. */
export async function exportData({ ctx, input }: VerbArgs<ExportInput>): Promise<DataExport> {
  const data = await collectData(ctx, input.id)
  await count(ctx, input.id)
  const reason = await withoutPerson(ctx.db, input.id, input.reason)
  await writeAudit(ctx, { action: 'data.exported', subject: 'user', subject_id: input.id, detail: { reason } })
  return data
}

const count = (ctx: Ctx, id: number) => consume(rateLimiter(ctx.db, PER_DAY), String(id), TEXTS.export_too_many)
