import { type Kysely, sql } from 'kysely'

/**
 * Dispatch: what happened to an ambulance stands on the alert's timeline, relatives follow it under a link of their own,
 * and vehicles and hospitals are retired instead of deleted, as alerts refer to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the list only grows, what was allowed stays so
  await sql`alter table alert_events drop constraint alert_events_kind_check`.execute(db)
  await sql`alter table alert_events add constraint alert_events_kind_check check (kind in ('raised', 'joined', 'details',
    'claimed', 'taken_over', 'released', 'dispatched', 'dispatch_state', 'told', 'message', 'called', 'handover', 'viewed',
    'attended', 'rejected', 'escalated', 'note'))`.execute(db)
  await sql`alter table alerts add column track_token text`.execute(db)
  await sql`create unique index alerts_track on alerts (track_token) where track_token is not null`.execute(db)
  await sql`alter table ambulances add column retired_at timestamptz`.execute(db)
  await sql`alter table hospitals add column retired_at timestamptz`.execute(db)
  await sql`alter table dispatches
    add column note text,
    add column eta_source text check (eta_source in ('estimate', 'route')),
    add column inside_plan boolean,
    add column declined boolean not null default false`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dispatches drop column declined, drop column inside_plan, drop column eta_source,
    drop column note`.execute(db)
  await sql`alter table hospitals drop column retired_at`.execute(db)
  await sql`alter table ambulances drop column retired_at`.execute(db)
  await sql`alter table alerts drop column track_token`.execute(db)
  await sql`alter table alert_events drop constraint alert_events_kind_check`.execute(db)
  await sql`alter table alert_events add constraint alert_events_kind_check check (kind in ('raised', 'joined', 'details',
    'claimed', 'taken_over', 'released', 'dispatched', 'told', 'message', 'viewed', 'attended', 'rejected', 'escalated',
    'note')) not valid`.execute(db)
}
