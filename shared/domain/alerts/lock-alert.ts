import { sql } from 'kysely'
import { TEXTS } from '../../contracts/texts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { ago, hours } from '../../platform/database/moments-sql.ts'

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
    // Not `for update`: other transactions append events, and so refer to this alert, at the same time.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  return alert
}
