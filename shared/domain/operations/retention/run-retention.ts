import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { RETENTION_RULES, type RetentionRule } from './retention-rules.ts'
import { hours, isDue } from '../../../platform/database/moments-sql.ts'

/** Rows a statement takes at once: none holds its locks for long. */
const BATCH = 1_000
/** Batches of one rule before the others have their turn. */
const BATCHES = 20

/**
 * Runs the rules that are due: each once a day, by one of the workers, by the database's clock. Returns how many rows
 * each has removed. When a worker dies half-way, another goes on an hour later. A rule with more to do than one turn
 * allows goes on at the next. One that fails is logged and does not stop the others.
 */
export async function runRetention({ ctx }: { ctx: Ctx }): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const name of await dueRules(ctx.db)) {
    const rule = RETENTION_RULES.find((each) => each.name === name)!
    if (!(await claim(ctx.db, name))) continue
    try {
      removed[name] = await runRule(ctx.db, rule)
    } catch (error) {
      ctx.log.error({ error, rule: name }, 'what is too old could not be removed')
    }
  }
  return removed
}

async function dueRules(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${RETENTION_RULES.map(({ name }) => name)}::text[]) as name
    left join retention_runs on rule = name where next_at is null or ${isDue('next_at', hours(25))}`.execute(db)
  return rows.map(({ name }) => name)
}

async function claim(db: Db, rule: string): Promise<boolean> {
  const { rows } = await sql`
    insert into retention_runs (rule, next_at) values (${rule}, now() + interval '1 hour')
    on conflict (rule) do update set next_at = excluded.next_at where ${isDue('retention_runs.next_at', hours(25))}
    returning rule`.execute(db)
  return rows.length > 0
}

async function runRule(db: Db, rule: RetentionRule): Promise<number> {
  let removed = 0
  let last = BATCH
  for (let batch = 0; batch < BATCHES && last === BATCH; batch++) {
    last = (await rule.batch(BATCH).execute(db)).rows[0]!.removed
    removed += last
  }
  await sql`
    update retention_runs set ran_at = now(), removed_last = ${removed}, removed_ever = removed_ever + ${removed},
      next_at = now() + ${last === BATCH ? sql`interval '0 seconds'` : sql`interval '1 day'`}
    where rule = ${rule.name}`.execute(db)
  return removed
}
