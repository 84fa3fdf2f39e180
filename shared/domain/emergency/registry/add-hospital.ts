import type { AddHospital, Hospital } from '../../../contracts/registry.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { createOnce } from '../../ground/requests/create-once.ts'
import { lockHospitals, refuseTakenHospital } from './hospital-identity.ts'
import { readHospital } from './read-hospital.ts'

/** Adds a hospital; refused (CONFLICT) when one of this name and phone number is there. */
export async function addHospital({ ctx, input }: VerbArgs<AddHospital>): Promise<Hospital> {
  const id = await createOnce(ctx, 'hospital', input, async (ctx, hospital) => {
    await lockHospitals(ctx.db)
    await refuseTakenHospital(ctx.db, hospital)
    const row = await ctx.db
      .insertInto('hospitals')
      .values(hospital)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await writeAudit(ctx, {
      action: 'hospital.added',
      subject: 'hospital',
      subject_id: row.id,
      detail: { name: row.name },
    })
    return row.id
  })
  return readHospital({ ctx, input: { id } })
}
