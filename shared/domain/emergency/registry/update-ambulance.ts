import type { Ambulance, UpdateAmbulance } from '../../../contracts/registry.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../../platform/context.ts'
import { isUniqueViolation } from '../../../platform/database.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { ambulanceRow } from './ambulance-row.ts'
import { changedFields } from './changed-fields.ts'
import { lockAmbulance } from './lock-ambulance.ts'

/** Changes the given fields of an ambulance. The audit names the changed ones, not their content. */
export async function updateAmbulance({ ctx, input }: VerbArgs<UpdateAmbulance>): Promise<Ambulance> {
  const { id, ...given } = input
  try {
    return await inTransaction(ctx, async (ctx) => {
      const changed = changedFields(await lockAmbulance(ctx.db, id), given)
      const fields = Object.keys(changed)
      if (fields.length > 0) {
        await ctx.db.updateTable('ambulances').set(changed).where('id', '=', id).execute()
        await writeAudit(ctx, {
          action: 'ambulance.updated',
          subject: 'ambulance',
          subject_id: id,
          detail: { fields },
        })
      }
      return ambulanceRow(ctx.db, id)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'ambulances_vehicle_number_key')) throw await refuseNumber(ctx, given.vehicle_number!)
    throw error
  }
}

async function refuseNumber(ctx: SignedInCtx, vehicle_number: string) {
  const active = await ctx.db
    .selectFrom('ambulances')
    .select('id')
    .where('vehicle_number', '=', vehicle_number)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  const text = active ? TEXTS.vehicle_number_taken : TEXTS.vehicle_number_retired
  return fieldError('vehicle_number', text, 'CONFLICT')
}
