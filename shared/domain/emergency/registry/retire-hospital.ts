import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'

/** Takes a hospital out of the registry; past handovers stay. NOT_FOUND when it is unknown or retired. */
export function retireHospital({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('hospitals')
      .set({ retired_at: sql<Date>`now()` })
      .where('id', '=', input.id)
      .where('retired_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new DomainError('NOT_FOUND', TEXTS.hospital_not_found)
    await writeAudit(ctx, {
      action: 'hospital.retired',
      subject: 'hospital',
      subject_id: input.id,
      detail: { name: row.name },
    })
    return { detail: TEXTS.hospital_retired }
  })
}
