import { sql } from 'kysely'
import type { AddAmbulance, Ambulance } from '../../../contracts/registry.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { createOnce } from '../../ground/requests/create-once.ts'
import { ambulanceRow } from './ambulance-row.ts'
import { CLEAR_DELETED } from './clear-deleted.ts'

/**
 * Adds an ambulance, AVAILABLE at its base. The number of a retired one brings that one back with the new fields. An
 * active one's number is CONFLICT under its field.
 */
export async function addAmbulance({ ctx, input }: VerbArgs<AddAmbulance>): Promise<Ambulance> {
  const id = await createOnce(ctx, 'ambulance', input, async (ctx, ambulance) => {
    const row = await ctx.db
      .insertInto('ambulances')
      .values(ambulance)
      .onConflict((conflict) =>
        conflict
          .column('vehicle_number')
          .doUpdateSet({ ...ambulance, ...CLEAR_DELETED })
          .where('ambulances.retired_at', 'is not', null),
      )
      // A new row was never locked or changed before.
      .returning(['id', sql<boolean>`xmax <> 0`.as('revived')])
      .executeTakeFirst()
    if (!row) throw fieldError('vehicle_number', TEXTS.vehicle_number_taken, 'CONFLICT')
    await writeAudit(ctx, {
      action: 'ambulance.added',
      subject: 'ambulance',
      subject_id: row.id,
      detail: { vehicle_number: ambulance.vehicle_number, revived: row.revived },
    })
    return row.id
  })
  return ambulanceRow(ctx.db, id)
}
