import type { Ambulance } from '../../../contracts/registry.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { ambulanceRow } from './ambulance-row.ts'

/** One ambulance that is not retired. NOT_FOUND for others. */
export async function readAmbulance({ ctx, input }: VerbArgs<{ id: number }>): Promise<Ambulance> {
  const there = await ctx.db
    .selectFrom('ambulances')
    .select('id')
    .where('id', '=', input.id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!there) throw new DomainError('NOT_FOUND', TEXTS.ambulance_not_found)
  return ambulanceRow(ctx.db, input.id)
}
