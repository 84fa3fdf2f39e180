import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { indianMinute } from '../../../contracts/indian-time.ts'
import type { SyntheticStage } from '../../../contracts/ops.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { peopleOnCall } from '../../on-call/rota/people-on-call.ts'
import { createMessage } from '../../messages/create-message.ts'
import { minutes, olderThan } from '../../../platform/database/moments-sql.ts'

export interface ScanResult {
  /** How long each stage took that was reached, milliseconds. */
  stages: Partial<Record<SyntheticStage, number>>
  failed?: { stage: SyntheticStage; reason: string }
}

/**
 * Notes how a scan ended. The second failure in a row, and each one after it, notifies the people on call, at most
 * every half hour.
 */
export async function endScan({ ctx, input }: VerbArgs<{ id: number } & ScanResult, Ctx>): Promise<void> {
  const { id, stages, failed } = input
  const { now: on_call } = await peopleOnCall(ctx)
  await inTransaction(ctx, async ({ db }) => {
    await db
      .updateTable('synthetic_scans')
      .set({
        ended_at: sql`now()`,
        ok: !failed,
        stages: JSON.stringify(stages),
        failed_stage: failed?.stage ?? null,
        reason: failed?.reason ?? null,
      })
      .where('id', '=', id)
      .execute()
    if (!failed) return void (await db.updateTable('synthetic_watch').set({ failures: 0 }).execute())
    const noted = await sql<{ failures: number; now: Date; notify: boolean }>`
      with before as (select told_at from synthetic_watch for update)
      update synthetic_watch w set failures = failures + 1,
        told_at = case when ${on_call.length > 0}::boolean and failures + 1 >= ${LIMITS.synthetic_failures} and (b.told_at is null
          or ${olderThan('b.told_at', minutes(LIMITS.synthetic_repeat_minutes))}) then now() else b.told_at end
      from before b returning w.failures, now() as now, coalesce(w.told_at = now(), false) as notify`.execute(db)
    const { failures, now, notify } = noted.rows[0]!
    for (const { phone, name, language } of notify ? on_call : []) {
      await createMessage(db, {
        template: 'synthetic_failed',
        to_phone: phone,
        params: { count: failures, time: indianMinute(now), stage: failed.stage, url: `${ctx.config.PUBLIC_URL}/ops` },
        dedupe_key: `synthetic:${id}:${phone}`,
        valid_seconds: LIMITS.synthetic_repeat_minutes * 60,
        language,
        recipient_name: name,
        recipient_relation: 'On call',
      })
    }
  })
}
