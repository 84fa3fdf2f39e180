import { setImmediate as breathe } from 'node:timers/promises'
import type { z } from 'zod'
import type { CouponRow, couponListInput } from '../../../contracts/coupons.ts'
import type { ListPage } from '../../../contracts/lists.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { type IdKey, idKey } from '../../ground/lists/order.ts'
import { inOrder, readPage } from '../../ground/lists/read-page.ts'
import { searchKeys } from '../../ground/lists/search-keys.ts'
import { codeTerm } from '../../ground/lists/search-term.ts'
import { couponKeys, couponSearch } from './coupon-keys.ts'
import { jobCouponKeys } from './job-coupon-keys.ts'
import { scanUrl, smallQrDataUrl } from '../../ground/qr/qr-image.ts'

/** Coupons, newest first, all or those of one bulk job. With scope `own` one only sees one's own. */
export function listCoupons({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof couponListInput>
}): Promise<ListPage<CouponRow>> {
  const { status, bulk_job_id } = input
  const filters = { status, owner: ctx.scope === 'all' ? null : ctx.actor.id }
  return readPage(input, {
    path: '/api/coupons/',
    filters: { status, bulk_job_id: bulk_job_id?.toString() },
    key: idKey,
    async find(range) {
      const term = input.search ? codeTerm(input.search) : null
      if (input.search && !term) return { keys: [], count: 0, capped: false }
      if (bulk_job_id) return jobCouponKeys(ctx.db, range, { ...filters, bulk_job_id }, term?.pattern ?? null)
      return term ? searchKeys(range, couponSearch(ctx.db, term, filters)) : couponKeys(ctx.db, range, filters)
    },
    rows: (keys) => readRows(ctx, keys),
  })
}

async function readRows(ctx: SignedInCtx, keys: IdKey[]): Promise<CouponRow[]> {
  const ids = keys.map(([id]) => id)
  const rows = await ctx.db
    .selectFrom('coupons')
    .select(['id', 'serial_number', 'coupon_code', 'status', 'token', 'created_at', 'voided_at'])
    .where('id', 'in', ids)
    .execute()
  const drawn: CouponRow[] = []
  for (const { token, created_at, voided_at, ...coupon } of rows) {
    const scan_url = scanUrl(ctx.config, token)
    drawn.push({
      ...coupon,
      created_at: created_at.toISOString(),
      voided_at: voided_at?.toISOString() ?? null,
      qr_code: smallQrDataUrl(scan_url),
      scan_url,
    })
    // A hundred pictures at one go would keep an alert waiting.
    await breathe()
  }
  return inOrder(ids, drawn, (row) => row.id)
}
