import { sql } from 'kysely'
import type { HospitalChoice, HospitalChoices } from '../../contracts/handover.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { canMail } from '../../platform/mail/create-mailer.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { matchingHospitals } from '../registry/hospital-filter.ts'

const NEAREST = 5
const FOUND = 10

/**
 * Hospitals an alert's patient could be brought to: the five nearest that take emergencies (through the index on their
 * places), or those that match a search. Without a place they come by name. 404 for an unknown alert.
 */
export async function listHospitalChoices({
  ctx,
  input,
}: VerbArgs<{ id: number; search?: string | undefined }, Ctx>): Promise<HospitalChoices> {
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['latitude', 'longitude'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  const { latitude, longitude } = alert
  const place = latitude === null || longitude === null ? null : sql`ll_to_earth(${latitude}, ${longitude})`
  const position = sql`ll_to_earth(h.latitude, h.longitude)`
  const { rows } = await sql<HospitalChoice>`
    select h.id as hospital_id, h.name, h.phone, h.email, h.address, h.emergency,
      ${place ? sql`earth_distance(${position}, ${place}) / 1000` : sql`null::float8`} as distance_km
    from ${matchingHospitals(input.search)} ${input.search ? sql`` : sql`and h.emergency`}
    order by ${place ? sql`${position} <-> ${place}` : sql`fold_text(h.name)`}
    limit ${input.search || !place ? FOUND : NEAREST}`.execute(ctx.db)
  return {
    hospitals: rows.map((row) => ({
      ...row,
      distance_km: row.distance_km === null ? null : Math.round(row.distance_km * 100) / 100,
    })),
    has_location: place !== null,
    channels: canMail(ctx.config) ? ['sms', 'email'] : ['sms'],
  }
}
