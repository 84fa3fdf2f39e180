import { type Kysely, sql } from 'kysely'

/**
 * Events get their `seq` at the commit of their transaction, from a deferred trigger. The lock of the counter then lasts
 * for the commit alone, and no process that is slow between its statements can hold it.
 *
 * A counter behind an event, as after a restore of single tables, goes past it and notes that: its number would violate
 * the unique constraint, and readers would take it for one they have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_events alter column seq drop not null`.execute(db)
  await sql`
    create function number_alert_event() returns trigger language plpgsql
      security definer set search_path to 'public', 'pg_temp' as $$
      declare newest bigint; next bigint;
      begin
        select coalesce(max(seq), 0) into newest from alert_events;
        update live_counter set n = greatest(n, newest) + 1, healed = healed + (newest > n)::integer returning n into next;
        update alert_events set seq = next where id = new.id;
        perform pg_notify('live', '');
        return null;
      end
    $$`.execute(db)
  await sql`
    create constraint trigger number_alert_event after insert on alert_events deferrable initially deferred
      for each row when (new.seq is null) execute function number_alert_event()`.execute(db)
}
