import { sql } from 'kysely'
import type { Dashboard } from '../../../contracts/dashboard.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { scopeOf } from '../../../contracts/permissions.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { subtree } from '../../records/lists/subtree.ts'
import { readTally } from '../../records/tallies/read-tallies.ts'

type ReadingCtx = ScopedCtx

/**
 * The counts of the dashboard within the caller's reach: all, the people below in the chain, or the caller. Only small
 * sets are counted row by row; the tallies hold the rest.
 */
export function readDashboard({ ctx }: { ctx: ReadingCtx }): Promise<Dashboard> {
  if (ctx.scope === 'all') return readEverything(ctx)
  return ctx.scope === 'own' ? readOwn(ctx) : readChain(ctx)
}

async function readEverything({ db, actor }: ReadingCtx): Promise<Dashboard> {
  const [total_users, available, used, pending, staff, recent_10_users] = await Promise.all([
    readTally(db, 'users.user'),
    readTally(db, 'coupons.AVAILABLE'),
    readTally(db, 'coupons.USED'),
    sql<{ n: number }>`select count(*) as n from alerts where status = 'PENDING' and not drill`.execute(db),
    scopeOf('dashboard.staff_count', actor.role) ? readTally(db, 'users.staff') : undefined,
    recentUsers(db, sql`role = 'user'`),
  ])
  return {
    total_users,
    total_generated_qr_count: available + used,
    total_used_qrs_count: used,
    pending_alerts_count: pending.rows[0]!.n,
    ...(staff === undefined ? {} : { total_staff_count: staff }),
    recent_10_users,
  }
}

/** Coupons and alerts belong to subscribers; other users see zeros. A voided coupon belongs to no one any more. */
async function readOwn({ db, actor }: ReadingCtx): Promise<Dashboard> {
  const [figures, recent_10_users] = await Promise.all([
    sql<Omit<Dashboard, 'recent_10_users'>>`
      select 1 as total_users,
        (select count(*) from coupons where user_id = ${actor.id} and voided_at is null) as total_generated_qr_count,
        (select count(*) from coupons
          where user_id = ${actor.id} and voided_at is null and status = 'USED') as total_used_qrs_count,
        (select count(*) from alerts where user_id = ${actor.id} and status = 'PENDING' and not drill) as pending_alerts_count`.execute(
      db,
    ),
    recentUsers(db, sql`id = ${actor.id}`),
  ])
  return { ...figures.rows[0]!, recent_10_users }
}

/** People only: the coupons of the chain are its stock (sales/stock/read-stock.ts). */
async function readChain({ db, actor }: ReadingCtx): Promise<Dashboard> {
  const below = subtree(actor.id)
  const [total, recent_10_users] = await Promise.all([
    sql<{ n: number }>`select count(*) as n from (${below}) below`.execute(db),
    recentUsers(db, sql`id in (${below})`),
  ])
  return {
    total_users: total.rows[0]!.n,
    total_generated_qr_count: 0,
    total_used_qrs_count: 0,
    pending_alerts_count: 0,
    recent_10_users,
  }
}

async function recentUsers(db: Db, condition: ReturnType<typeof sql>): Promise<Dashboard['recent_10_users']> {
  const recent = await sql<Dashboard['recent_10_users'][number]>`
    select id, trim(first_name || ' ' || last_name) as name, email, phone_number from users
    where deleted_at is null and ${condition} order by id desc limit ${LIMITS.dashboard_recent}`.execute(db)
  return recent.rows
}
