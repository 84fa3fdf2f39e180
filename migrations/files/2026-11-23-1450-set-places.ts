import { type Kysely, sql } from 'kysely'

/**
 * `language`: in which language the bystander read the page; null for reports by other programs. `place_set`: an operator
 * set the place of the alert, and no report replaces it.
 */
/** What goes from the timeline after its time: `emptied` are the keys that name persons, their words or their places. */
const detailWithoutPeople = (emptied: string) => sql`
  create or replace function detail_without_people(detail jsonb) returns jsonb language sql immutable as $$
    select (detail - array[${sql.raw(emptied)}])
      || case when detail->>'state' like 'called back by %: %' then '{"state": "called back"}'::jsonb else '{}' end
    $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_reports add column language text`.execute(db)
  await sql`alter table alerts add column place_set boolean not null default false`.execute(db)
  await detailWithoutPeople(`'recipient', 'person', 'note', 'description', 'place', 'before'`).execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await detailWithoutPeople(`'recipient', 'person', 'note', 'description'`).execute(db)
  await sql`alter table alert_reports drop column language`.execute(db)
  await sql`alter table alerts drop column place_set`.execute(db)
}
