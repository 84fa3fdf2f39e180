import type { Hospital, UpdateHospital } from '../../../contracts/registry.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { changedFields } from './changed-fields.ts'
import { lockHospitals, refuseTakenHospital } from './hospital-identity.ts'
import { HOSPITAL_COLUMNS, toHospital } from './hospital-row.ts'

/**
 * Changes the given fields of a hospital. The audit names the changed ones. NOT_FOUND when it is unknown or retired.
 */
export function updateHospital({ ctx, input }: VerbArgs<UpdateHospital>): Promise<Hospital> {
  const { id, ...given } = input
  return inTransaction(ctx, async (ctx) => {
    await lockHospitals(ctx.db)
    const before = await ctx.db
      .selectFrom('hospitals')
      .select(HOSPITAL_COLUMNS)
      .where('id', '=', id)
      .where('retired_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new DomainError('NOT_FOUND', TEXTS.hospital_not_found)
    const changed = changedFields(before, given)
    const fields = Object.keys(changed)
    if (fields.length === 0) return toHospital(before)
    await refuseTakenHospital(ctx.db, { name: given.name ?? before.name, phone: given.phone ?? before.phone }, id)
    const row = await ctx.db
      .updateTable('hospitals')
      .set(changed)
      .where('id', '=', id)
      .returning(HOSPITAL_COLUMNS)
      .executeTakeFirstOrThrow()
    await writeAudit(ctx, { action: 'hospital.updated', subject: 'hospital', subject_id: id, detail: { fields } })
    return toHospital(row)
  })
}
