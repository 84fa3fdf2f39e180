import { sql } from 'kysely'
import { CODE_LENGTH } from '../../contracts/codes.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { OnlyRequestId } from '../../contracts/requests.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { randomCode } from '../../platform/secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { createOnce } from '../records/create-once.ts'
import { appendEvent } from './append-event.ts'
import { hours, notAhead, within } from '../../platform/database/moments-sql.ts'

/**
 * Starts a drill: an alert that every console shows as one, that notifies no outsider and that no report joins. Scope
 * `own` tests the subscriber's own sticker, once in 24 hours, never while a real alert about them is open. Scope `all`
 * has neither sticker nor person, ten an hour. Throws CONFLICT or TOO_MANY_REQUESTS outside of these.
 */
export async function raiseDrill({ ctx, input = {} }: VerbArgs<OnlyRequestId, ScopedCtx>): Promise<{ id: number }> {
  const id = await createOnce(ctx, 'drill', input, async (tx) => {
    const own = ctx.scope === 'own'
    const coupon_id = own ? await ownCoupon(tx.db, ctx.actor.id) : null
    if (!own) await checkOfficeDrills(tx.db)
    const drill = await tx.db
      .insertInto('alerts')
      .values({
        coupon_id,
        user_id: own ? ctx.actor.id : null,
        status_token: randomCode(CODE_LENGTH.token),
        drill: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, { action: 'drill.started', subject: 'alert', subject_id: drill.id })
    await appendEvent(tx.db, { alert_id: drill.id, kind: 'raised', actor_id: ctx.actor.id, detail: { drill: true } })
    return drill.id
  })
  return { id }
}

/** The coupon of the caller's sticker, locked: presses on it wait here, and so does a second test. */
async function ownCoupon(db: Tx, user_id: number): Promise<number> {
  const sticker = await db
    .selectFrom('coupons')
    .select('id')
    .where('user_id', '=', user_id)
    .where('voided_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!sticker) throw new DomainError('CONFLICT', TEXTS.drill_no_sticker)
  const found = await sql<{ open: boolean; wait_seconds: number | null }>`
    select exists (select from alerts where user_id = ${user_id} and status = 'PENDING' and not drill) as open,
      (select extract(epoch from max(${notAhead('timestamp')}) + make_interval(hours => ${LIMITS.drill_own_hours}) - now())::float8
        from alerts where user_id = ${user_id} and drill) as wait_seconds`.execute(db)
  const { open, wait_seconds } = found.rows[0]!
  if (open) throw new DomainError('CONFLICT', TEXTS.drill_real_open)
  if (wait_seconds !== null && wait_seconds > 0) {
    throw new DomainError('TOO_MANY_REQUESTS', TEXTS.drill_own_again, { retry_after_seconds: Math.ceil(wait_seconds) })
  }
  return sticker.id
}

/** Serialised, so that two at once do not both count nine. */
async function checkOfficeDrills(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('office-drills'))`.execute(db)
  const found = await sql<{ n: number; wait_seconds: number }>`
    select count(*) as n, extract(epoch from min(timestamp) + interval '1 hour' - now())::float8 as wait_seconds
    from alerts where drill and coupon_id is null and ${within('timestamp', hours(1))}`.execute(db)
  const { n, wait_seconds } = found.rows[0]!
  if (n < LIMITS.drill_office_per_hour) return
  throw new DomainError('TOO_MANY_REQUESTS', TEXTS.drill_too_many, { retry_after_seconds: Math.ceil(wait_seconds) })
}
