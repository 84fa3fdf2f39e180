import { type Kysely, sql } from 'kysely'

/** `forget_audit` looks at the age of each entry: a made-up seal, which the product may add, cannot take young ones along. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await forgetAudit(db, sql`and at < before`)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await forgetAudit(db, sql``)
}

async function forgetAudit(db: Kysely<unknown>, only: ReturnType<typeof sql>): Promise<void> {
  await sql`create or replace function forget_audit(before timestamptz, most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare removed bigint;
    begin
      if before is null or before > now() - interval '365 days' then
        raise exception 'The audit log is kept for 365 days.' using errcode = 'insufficient_privilege';
      end if;
      update audit_seals set forgotten_at = now() where forgotten_at is null and newest_at < before
        and first_id < coalesce((select min(first_id) from audit_seals where newest_at >= before), 9223372036854775807);
      with gone as (
        delete from audit_log where id in (
          select id from audit_log where id <= (select max(last_id) from audit_seals where forgotten_at is not null) ${only}
          order by id limit most) returning 1)
      select count(*) into removed from gone;
      return removed;
    end $$`.execute(db)
}
