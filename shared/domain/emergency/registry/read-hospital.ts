import type { Hospital } from '../../../contracts/registry.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { HOSPITAL_COLUMNS, toHospital } from './hospital-row.ts'

/** One hospital that is not retired. NOT_FOUND for others. */
export async function readHospital({ ctx, input }: VerbArgs<{ id: number }>): Promise<Hospital> {
  const row = await ctx.db
    .selectFrom('hospitals')
    .select(HOSPITAL_COLUMNS)
    .where('id', '=', input.id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.hospital_not_found)
  return toHospital(row)
}
