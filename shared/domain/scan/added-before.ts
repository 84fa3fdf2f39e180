import { sql, type SqlBool } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { NewReport } from '../alerts/add-report.ts'

export type Addition = Pick<
  NewReport,
  'ip_hash' | 'first_respondent_phone' | 'latitude' | 'longitude' | 'landmark' | 'photo' | 'call_me'
>

interface Before {
  /** A report or addition said the same. */
  known: boolean
  /** Of the same kind, by this network and by all. */
  own: number
  all: number
}

/**
 * What was added to an alert. A phone sends its place on its own, time and again: that must not use up what a person may
 * say.
 */
export async function addedBefore(db: Db, alert_id: number, addition: Addition): Promise<Before> {
  const { ip_hash, first_respondent_phone, latitude, longitude, landmark, photo, call_me } = addition
  const said = sql<SqlBool>`(first_respondent_phone is not null or landmark is not null or photo is not null or call_me)`
  const says = first_respondent_phone !== null || landmark !== null || Boolean(photo) || call_me
  const of_kind = sql<SqlBool>`(added_later and ${said} = ${says})`
  const { rows } = await sql<Before>`
    select coalesce(bool_or(first_respondent_phone is not distinct from ${first_respondent_phone}
        and landmark is not distinct from ${landmark} and latitude is not distinct from ${latitude}::float8
        and longitude is not distinct from ${longitude}::float8
        and photo is not distinct from ${photo} and call_me = ${call_me}::boolean), false) as known,
      count(*) filter (where ${of_kind} and ip_hash is not distinct from ${ip_hash}) as own,
      count(*) filter (where ${of_kind}) as all
    from alert_reports where alert_id = ${alert_id}`.execute(db)
  return rows[0]!
}

/** Throws TOO_MANY_REQUESTS when a network, or all together, have added enough. */
export function checkAdditionLimits({ own, all }: Before): void {
  if (own >= LIMITS.details_per_network || all >= LIMITS.details_per_alert)
    throw new DomainError('TOO_MANY_REQUESTS', TEXTS.details_enough, { retry_after_seconds: 3600 })
}
