import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { ago, hours } from '../../../platform/moments-sql.ts'

/** Locks an alert. `young`: raised within a day. Throws NOT_FOUND for an unknown one. */
export async function lockAlert(db: Tx, id: number) {
  const alert = await db
    .selectFrom('alerts')
    .select([
      'id',
      'status',
      'claimed_by',
      'claimed_at',
      'user_id',
      'verify_by_phone',
      'relatives_wait_for',
      'relatives_told_at',
      'drill',
      'latitude',
      'longitude',
      'accuracy',
    ])
    .select(sql<boolean>`timestamp > ${ago(hours(24))}`.as('young'))
    .where('id', '=', id)
    // Not `for update`: a transaction that holds the counter and appends an event must still be able to refer to this
    // alert.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  return alert
}
