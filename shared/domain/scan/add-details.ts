import { sql } from 'kysely'
import type { AddDetailsInput } from '../../contracts/scan.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { countWrongLink } from '../dispatch/links.ts'
import { isStatusToken } from './status-token.ts'

/**
 * What the bystander adds after the press: a phone, a place in words, a location that came late. A better location
 * replaces a worse one; a phone or landmark replaces what they gave before. An attended alert takes
 * them too: the ambulance may still be looking. False when the link is unknown or older than a day.
 */
export async function addDetails({
  ctx,
  input,
}: {
  ctx: Ctx
  input: AddDetailsInput & { status_token: string }
}): Promise<boolean> {
  const located = input.latitude != null && input.longitude != null
  const what = [
    input.first_respondent_phone && 'a phone number',
    input.landmark && 'a description of the place',
    located && 'a location',
  ].filter(Boolean)
  const known =
    isStatusToken(input.status_token) &&
    (await inTransaction(ctx, async ({ db }) => {
      const alert = await db
        .selectFrom('alerts')
        .select('id')
        .where('status_token', '=', input.status_token)
        .where('timestamp', '>', sql<Date>`now() - interval '24 hours'`)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!alert) return false
      if (what.length === 0) return true
      const better = sql`(${located}::boolean and (latitude is null or accuracy is null or ${input.accuracy ?? null}::float8 <= accuracy))`
      await sql`
      update alerts set version = version + 1,
        first_respondent_phone = coalesce(${input.first_respondent_phone}, first_respondent_phone),
        landmark = coalesce(${input.landmark || null}, landmark),
        latitude = case when ${better} then ${input.latitude ?? null}::float8 else latitude end,
        longitude = case when ${better} then ${input.longitude ?? null}::float8 else longitude end,
        accuracy = case when ${better} then ${input.accuracy ?? null}::float8 else accuracy end
      where id = ${alert.id}`.execute(db)
      await appendEvent(db, { alert_id: alert.id, kind: 'details', detail: { what: what.join(' and ') } })
      return true
    }))
  if (!known) await countWrongLink(ctx)
  return known
}
