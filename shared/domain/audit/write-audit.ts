import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditSubject } from '../../contracts/audit.ts'
import type { Ctx } from '../../platform/context.ts'

export interface AuditEntry {
  action: AuditAction
  subject: AuditSubject
  /** SQL where the entry is part of a larger statement. */
  subject_id: number | null | RawBuilder<unknown>
  /** Facts that explain the entry; never codes, tokens, passwords or health data. */
  detail?: Record<string, unknown>
  /** The user who did it, when that is not the signed-in one (e.g. a user who is just signing in). */
  actor_id?: number
}

/**
 * SQL: an audit entry, for a statement that does more. `from` is what follows the selected columns, e.g. `from alert` for
 * one entry a row of that query, or a condition.
 */
export const insertAudit = (
  { actor, ip }: Pick<Ctx, 'actor' | 'ip'>,
  entry: AuditEntry,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  insert into audit_log (actor_id, action, subject, subject_id, detail, ip)
  select ${entry.actor_id ?? actor?.id ?? null}::bigint, ${entry.action}::text, ${entry.subject}::text,
    (${entry.subject_id})::bigint, ${JSON.stringify(entry.detail ?? {})}::jsonb, ${ip}::text ${from}`

/**
 * Writes an audit entry: who did or saw what. Give the context of the open transaction, so that action and entry commit
 * together.
 */
export async function writeAudit(ctx: Pick<Ctx, 'db' | 'actor' | 'ip'>, entry: AuditEntry): Promise<void> {
  await insertAudit(ctx, entry).execute(ctx.db)
}
