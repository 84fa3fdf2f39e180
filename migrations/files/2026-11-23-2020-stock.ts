import { type Kysely, sql } from 'kysely'

/**
 * The stock of the sales chain. A coupon has a holder, null for the company. It keeps its holder when it is activated,
 * so the holder of a used coupon sold it, also where a server of the previous version activated it.
 *
 * No index of `coupons` is made, so five million rows are neither read nor rewritten here. Presses wait for the lock on
 * `coupons` only the moment that this file takes. A trigger counts by holder and batch, and sales by month. The rows of
 * one holder are few, and none is written for the company's coupons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const PLUS = 'select *, 1 as n from new_rows where holder_id is not null'
const MINUS = 'select *, -1 as n from old_rows where holder_id is not null'

/** In the order of the keys, so that two moves the other way round never wait for each other. */
const count = (changes: string) => `
  insert into stock_counts as kept (holder_id, bulk_job_id, available, voided, activated)
    select * from (
      select holder_id, bulk_job_id,
        coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is null), 0) as available,
        coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is not null), 0) as voided,
        coalesce(sum(n) filter (where status = 'USED'), 0) as activated
      from (${changes}) change group by 1, 2) difference
    where (available, voided, activated) <> (0, 0, 0) order by 1, 2
    on conflict (holder_id, bulk_job_id) do update set available = kept.available + excluded.available,
      voided = kept.voided + excluded.voided, activated = kept.activated + excluded.activated;
  insert into sales_counts as kept (holder_id, month, activated)
    select holder_id, date_trunc('month', used_at at time zone 'Asia/Kolkata')::date, sum(n)
    from (${changes}) change where status = 'USED' and used_at is not null
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (holder_id, month) do update set activated = kept.activated + excluded.activated;`

const STATEMENTS = [
  // No index serves these references: people are never deleted.
  `alter table coupons
    add column holder_id bigint references users (id),
    add column activated_by bigint references users (id)`,
  `alter table bulk_jobs add column name text, add column owner_id bigint references users (id)`,

  // Of the holder's coupons in a batch (null: those of no batch): for sale, voided before their sale, sold.
  `create table stock_counts (
    holder_id bigint not null references users (id),
    bulk_job_id bigint references bulk_jobs (id),
    available integer not null,
    voided integer not null,
    activated integer not null,
    unique nulls not distinct (holder_id, bulk_job_id)
  )`,
  // \`month\` is the first day of a month in India.
  `create index stock_counts_batch on stock_counts (bulk_job_id)`,
  `create table sales_counts (
    holder_id bigint not null references users (id),
    month date not null,
    activated integer not null,
    primary key (holder_id, month)
  )`,
  `create index sales_counts_month on sales_counts (month) include (holder_id, activated)`,
  `create function count_stock() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${count(PLUS)}
      elsif tg_op = 'DELETE' then ${count(MINUS)}
      else ${count(`${PLUS} union all ${MINUS}`)}
      end if;
      return null;
    end $$`,
  `create trigger coupons_stock_insert after insert on coupons referencing new table as new_rows
    for each statement execute function count_stock()`,
  `create trigger coupons_stock_update after update on coupons referencing new table as new_rows old table as old_rows
    for each statement execute function count_stock()`,
  `create trigger coupons_stock_delete after delete on coupons referencing old table as old_rows
    for each statement execute function count_stock()`,

  // The paper trail: the ids that moved, so that a coupon finds its moves, and their numbers within a batch.
  `create table stock_moves (
    id bigint generated always as identity primary key,
    request_id uuid not null unique,
    from_id bigint references users (id),
    to_id bigint references users (id),
    bulk_job_id bigint references bulk_jobs (id),
    numbers int4multirange,
    count integer not null check (count > 0),
    coupons int8multirange not null,
    note text,
    moved_by bigint not null references users (id),
    created_at timestamptz not null default now(),
    check (from_id is distinct from to_id)
  )`,
  `create index stock_moves_from on stock_moves (from_id, id desc) where from_id is not null`,
  `create index stock_moves_to on stock_moves (to_id, id desc) where to_id is not null`,
  `create index stock_moves_coupons on stock_moves using gist (coupons)`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const kind of ['insert', 'update', 'delete']) {
    await sql.raw(`drop trigger coupons_stock_${kind} on coupons`).execute(db)
  }
  await sql`drop function count_stock`.execute(db)
  await sql`drop table stock_moves, sales_counts, stock_counts`.execute(db)
  await sql`alter table bulk_jobs drop column owner_id, drop column name`.execute(db)
  await sql`alter table coupons drop column activated_by, drop column holder_id`.execute(db)
}
