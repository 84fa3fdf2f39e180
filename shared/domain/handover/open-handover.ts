import { withTimeout } from '../../platform/process/with-timeout.ts'
import { type HealthData, healthOf } from '../../contracts/medical.ts'
import { EMERGENCY_CONTACTS } from '../../contracts/emergency-contacts.ts'
import type { HandoverPage } from '../../contracts/handover.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { consume, rateLimiter } from '../../platform/rate-limiter.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { active } from '../alerts/active-dispatch.ts'
import { countWrongLink } from '../records/links.ts'
import { handoverPage } from './read-handover-page.ts'
import { ofHandoverLink } from './handover-link.ts'

/** The health data itself: made for one press, never sent as JSON. */
export interface HandoverData {
  page: HandoverPage
  name: string
  phone: string
  /** A JPEG, when there is one and it could be read. */
  photo: Buffer | null
  health: HealthData
  contacts: { relation: string; name: string | null; mobile: string }[]
  landmark: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  driver_phone: string | null
}

/** Each opening writes to the alert: this slows down a page that is pressed in a loop. */
const OPENINGS = { name: 'open-handover', points: 30, seconds: 60 }

/**
 * Opens the health data behind a hospital's link. Every opening is noted: for the alert page, on the timeline, and for
 * the person it is about. Null, without a reason, for a link that is unknown, revoked or a day old.
 */
export async function openHandover({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<HandoverData | null> {
  const known = await findLink(ctx, input.token)
  const opened = known && (await note(ctx, known, input.token))
  if (!opened) {
    await countWrongLink(ctx)
    return null
  }
  const { photo_key, ...data } = opened
  return { ...data, photo: photo_key ? await readPhoto(ctx, photo_key) : null }
}

async function findLink(ctx: Ctx, token: string) {
  const known = await ctx.db
    .selectFrom('handovers as h')
    .select(['h.id', 'h.alert_id'])
    .where(ofHandoverLink(token))
    .executeTakeFirst()
  if (known) await consume(rateLimiter(ctx.db, OPENINGS), String(known.id), 'Opened too often. Try again in a minute.')
  return known
}

function note(ctx: Ctx, known: { id: number; alert_id: number }, token: string) {
  return inTransaction(ctx, async (tx) => {
    // First the alert: a link that is being revoked at this moment was opened before, or has ended.
    await touchAlert(tx.db, known.alert_id)
    const page = await handoverPage(tx, ofHandoverLink(token))
    if (!page) return null
    const { user_id, ...data } = await dataOf(tx.db, known.alert_id)
    await tx.db.insertInto('handover_views').values({ handover_id: known.id, ip: tx.ip }).execute()
    await writeAudit(tx, {
      action: 'health.viewed',
      subject: 'user',
      subject_id: user_id,
      detail: { alert_id: known.alert_id, handover_id: known.id, hospital: page.hospital },
    })
    await appendEvent(tx.db, { alert_id: known.alert_id, kind: 'viewed', detail: { hospital: page.hospital } })
    return { page, ...data }
  })
}

async function dataOf(db: Tx, alert_id: number) {
  const row = await db
    .selectFrom('alerts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
    .leftJoin('dispatches as d', (join) => join.onRef('d.alert_id', '=', 'a.id').on(active))
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .selectAll('p')
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.phone_number'])
    .select(['a.landmark', 'a.latitude', 'a.longitude', 'a.accuracy', 'v.driver_phone'])
    .where('a.id', '=', alert_id)
    .executeTakeFirstOrThrow()
  return {
    user_id: row.user_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phone: row.phone_number,
    photo_key: row.photo,
    health: healthOf(row),
    contacts: EMERGENCY_CONTACTS.flatMap(({ relation, name, mobile }) => {
      const number = row[mobile]
      return number ? [{ relation, name: row[name], mobile: number }] : []
    }),
    landmark: row.landmark,
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    driver_phone: row.driver_phone,
  }
}

/** Inlined, so the photo has no URL of its own. Null when it cannot be read within two seconds. */
async function readPhoto(ctx: Ctx, key: string): Promise<Buffer | null> {
  try {
    return await withTimeout(2_000, () => ctx.storage.read(key))
  } catch (error) {
    ctx.log.warn({ error }, 'the photo for a hospital could not be read')
    return null
  }
}
