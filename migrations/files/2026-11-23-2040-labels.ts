import { type Kysely, sql } from 'kysely'

/** What a batch is printed on. A server of the version before names no style and gets the coloured label. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs add column label_style text not null default 'branded'
    constraint bulk_jobs_label_style check (label_style in ('branded', 'bare', 'card'))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs drop column label_style`.execute(db)
}
