import { sql } from 'kysely'
import type { Coupon } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx, SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { holderJson } from '../../people/users/holder.ts'
import { findUserRecord } from '../../people/users/user-record.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { qrDataUrl, scanUrl } from '../../qr/qr-image.ts'

/**
 * A coupon with its QR code and the person it is assigned to. With scope `own` only the caller's own coupons exist
 * (NOT_FOUND, also as a replacement), and the office's notes on its voiding are left out. The record of the assigned
 * person includes health data, so another person's look is audited.
 */
export async function readCoupon({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<Coupon> {
  const row = await findCoupon(ctx, input.id)
  const record = row.user_id === null ? null : await findUserRecord(ctx, row.user_id)
  if (record?.profile && record.id !== ctx.actor.id) {
    await writeAudit(ctx, {
      action: 'health.viewed',
      subject: 'user',
      subject_id: record.id,
      detail: { coupon_id: row.id },
    })
  }
  const scan_url = scanUrl(ctx.config, row.token)
  return {
    id: row.id,
    serial_number: row.serial_number,
    coupon_code: row.coupon_code,
    status: row.status,
    created_at: row.created_at.toISOString(),
    qr_code: qrDataUrl(scan_url),
    scan_url,
    bulk_job_id: row.bulk_job_id,
    voided_at: row.voided_at?.toISOString() ?? null,
    void_reason: ctx.scope === 'all' ? row.void_reason : null,
    voided_by: ctx.scope === 'all' ? await personOf(ctx, row.voided_by) : null,
    replaces: await otherCoupon(ctx, 'id', row.replaces_id),
    replaced_by: await otherCoupon(ctx, 'replaces_id', row.id),
    place: ctx.scope === 'all' ? await readPlace(ctx, row) : null,
    user: record && {
      id: record.id,
      first_name: record.first_name,
      last_name: record.last_name,
      email: record.email,
      phone_number: record.phone_number,
      profile: record.profile,
    },
  }
}

/** The row behind a coupon page or a download, within the caller's scope. Throws NOT_FOUND. */
export async function findCoupon(ctx: ScopedCtx, id: number) {
  const row = await withinScope(ctx)
    .select(['id', 'serial_number', 'coupon_code', 'status', 'token', 'user_id', 'created_at', 'bulk_job_id'])
    .select(['voided_at', 'void_reason', 'voided_by', 'replaces_id', 'holder_id', 'used_at', 'activated_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
  return row
}

const withinScope = (ctx: ScopedCtx) =>
  ctx.db.selectFrom('coupons').$if(ctx.scope !== 'all', (query) => query.where('user_id', '=', ctx.actor.id))

async function otherCoupon(ctx: ScopedCtx, column: 'id' | 'replaces_id', value: number | null) {
  if (value === null) return null
  const row = await withinScope(ctx).select(['id', 'serial_number']).where(column, '=', value).executeTakeFirst()
  return row ?? null
}

type Place = NonNullable<Coupon['place']>

async function readPlace(
  ctx: SignedInCtx,
  row: { id: number; holder_id: number | null; used_at: Date | null; activated_by: number | null },
): Promise<Place> {
  const { rows } = await sql<{ holder: Place['holder']; trail: Place['trail'] | null }>`
    select ${holderJson(sql`${row.holder_id}::bigint`)} as holder, (
      select json_agg(json_build_object('id', m.id, 'at', m.created_at, 'from', ${holderJson(sql`m.from_id`)},
        'to', ${holderJson(sql`m.to_id`)}) order by m.id)
      from stock_moves m where m.coupons @> ${row.id}::bigint) as trail`.execute(ctx.db)
  const { holder, trail } = rows[0]!
  return {
    holder,
    trail: (trail ?? []).map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
    activated_at: row.used_at?.toISOString() ?? null,
    activated_by: await personOf(ctx, row.activated_by),
  }
}

async function personOf(ctx: SignedInCtx, id: number | null) {
  if (id === null) return null
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
