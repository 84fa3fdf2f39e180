import type { SetTimes } from '../../../contracts/on-call.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'

/** Sets when admins (level 2) and on-call (level 3) are called about an alert that waits. */
export function setTimes({ ctx, input }: VerbArgs<SetTimes>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('on_call_settings').set(input).execute()
    await writeAudit(ctx, { action: 'on_call.times_set', subject: 'on_call', subject_id: null, detail: { ...input } })
    return { detail: TEXTS.on_call_saved }
  })
}
