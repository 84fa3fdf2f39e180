import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { lockAmbulance, refuseOnDispatch } from './lock-ambulance.ts'

/** Takes an ambulance out of the registry; its past stays. Refused (CONFLICT) while it has an open dispatch. */
export function retireAmbulance({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { vehicle_number } = await lockAmbulance(ctx.db, input.id)
    await refuseOnDispatch(ctx.db, input.id)
    await ctx.db
      .updateTable('ambulances')
      .set({ retired_at: sql<Date>`now()`, status: 'OFF' })
      .where('id', '=', input.id)
      .execute()
    await writeAudit(ctx, {
      action: 'ambulance.retired',
      subject: 'ambulance',
      subject_id: input.id,
      detail: { vehicle_number },
    })
    return { detail: TEXTS.ambulance_retired }
  })
}
