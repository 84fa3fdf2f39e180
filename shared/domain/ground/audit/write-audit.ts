import type { AuditAction, AuditSubject } from '../../../contracts/audit.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface AuditEntry {
  action: AuditAction
  subject: AuditSubject
  subject_id: number | null
  /** Facts that explain the entry; never codes, tokens, passwords or health data. */
  detail?: Record<string, unknown>
  /** Who did it, when that is not the signed-in person (somebody who is just signing in). */
  actor_id?: number
}

/** Notes who did or saw what. Give the context of the open transaction, so that deed and note commit together. */
export async function writeAudit(ctx: Pick<Ctx, 'db' | 'actor' | 'ip'>, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actor_id ?? ctx.actor?.id ?? null,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subject_id,
      detail: JSON.stringify(entry.detail ?? {}),
      ip: ctx.ip,
    })
    .execute()
}
