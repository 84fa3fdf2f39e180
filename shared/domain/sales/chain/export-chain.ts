import type { Readable } from 'node:stream'
import type { ChainRole } from '../../../contracts/chain.ts'
import type { ListQuery } from '../../../contracts/lists.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { exportListed, moment, typed } from '../../ground/exports/export-listed.ts'
import { listedChain } from './list-chain.ts'

const ofProfile = (column: string) => `(select d.${column} from distributor_profiles d where d.user_id = u.id)`
const COLUMNS = [
  'u.id',
  typed('u.first_name'),
  typed('u.last_name'),
  typed('u.email'),
  'u.phone_number',
  typed(ofProfile('firm_name'), 'firm_name'),
  typed(ofProfile('district'), 'district'),
  `${ofProfile('state')} as state`,
  moment('u.created_at'),
]

/** One level of the sales chain as listed, within the caller's reach; no identity numbers. */
export function exportChain({ ctx, input }: VerbArgs<ListQuery & { role: ChainRole }, ScopedCtx>): Promise<Readable> {
  const { role, ...query } = input
  return exportListed(ctx, query, { name: role, ...listedChain({ ctx, input }), columns: COLUMNS })
}
