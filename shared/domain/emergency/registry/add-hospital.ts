import type { AddHospital, Hospital } from '../../../contracts/registry.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { lockHospitals, refuseTakenHospital } from './hospital-identity.ts'
import { HOSPITAL_COLUMNS, toHospital } from './hospital-row.ts'

/** Adds a hospital; refused (CONFLICT) when one of this name and phone number is there. */
export function addHospital({ ctx, input }: VerbArgs<AddHospital>): Promise<Hospital> {
  return inTransaction(ctx, async (ctx) => {
    await lockHospitals(ctx.db)
    await refuseTakenHospital(ctx.db, input)
    const row = await ctx.db.insertInto('hospitals').values(input).returning(HOSPITAL_COLUMNS).executeTakeFirstOrThrow()
    await writeAudit(ctx, {
      action: 'hospital.added',
      subject: 'hospital',
      subject_id: row.id,
      detail: { name: row.name },
    })
    return toHospital(row)
  })
}
