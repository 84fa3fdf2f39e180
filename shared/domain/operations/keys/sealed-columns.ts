import { type RawBuilder, sql } from 'kysely'
import { identityContext, type IdentityField } from '../../sales/chain/identity.ts'
import { pushKeyContext } from '../../on-call/push/push-key.ts'
import { paramsContext } from '../../messages/message-params.ts'
import { factorContext } from '../../people/second-factor/factor-secret.ts'

/** A column whose values are sealed, the id of its rows, and what a value is bound to (from `bound`, an SQL expression). */
export interface SealedColumn {
  table: string
  id: string
  column: string
  bound: RawBuilder<unknown>
  context(bound: string): string
}

const identity = (field: IdentityField): SealedColumn => ({
  table: 'distributor_profiles',
  id: 'user_id',
  column: `${field}_sealed`,
  bound: sql.ref('user_id'),
  context: (user_id) => identityContext(Number(user_id), field),
})

const factor = (column: string): SealedColumn => ({
  table: 'second_factors',
  id: 'user_id',
  column,
  bound: sql.ref('user_id'),
  context: (user_id) => factorContext(Number(user_id)),
})

/** Everything a change of the key must seal again. A test compares this with the columns of the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  identity('aadhar_number'),
  identity('pan_number'),
  identity('gst_number'),
  identity('bank_account_number'),
  factor('secret_sealed'),
  factor('pending_sealed'),
  { table: 'push_keys', id: 'id', column: 'key_sealed', bound: sql.ref('id'), context: () => pushKeyContext },
  {
    table: 'messages',
    id: 'id',
    column: 'params_sealed',
    bound: sql`coalesce(to_phone, to_email)`,
    context: paramsContext,
  },
]
