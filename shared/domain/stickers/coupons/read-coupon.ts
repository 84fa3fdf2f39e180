import { sql } from 'kysely'
import type { Coupon } from '../../../contracts/coupons.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findUserRecord } from '../../people/users/user-record.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { qrDataUrl, scanUrl } from '../../ground/qr/qr-image.ts'

/**
 * A coupon with its QR code and whoever it is assigned to. With scope `own` only one's own coupons exist (NOT_FOUND,
 * also as a replacement), and what the office noted when it was voided stays with the office.
 * The record of the assigned person includes health data, so somebody else's look is audited.
 */
export async function readCoupon({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: { id: number }
}): Promise<Coupon> {
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
export async function findCoupon(ctx: SignedInCtx & { scope: Scope }, id: number) {
  const row = await withinScope(ctx)
    .select(['id', 'serial_number', 'coupon_code', 'status', 'token', 'user_id', 'created_at', 'bulk_job_id'])
    .select(['voided_at', 'void_reason', 'voided_by', 'replaces_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
  return row
}

const withinScope = (ctx: SignedInCtx & { scope: Scope }) =>
  ctx.db.selectFrom('coupons').$if(ctx.scope !== 'all', (query) => query.where('user_id', '=', ctx.actor.id))

async function otherCoupon(ctx: SignedInCtx & { scope: Scope }, column: 'id' | 'replaces_id', value: number | null) {
  if (value === null) return null
  const row = await withinScope(ctx).select(['id', 'serial_number']).where(column, '=', value).executeTakeFirst()
  return row ?? null
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
