import pg from 'pg'
import type { BenchDatabase } from './bench-database.ts'
import { nowMs, percentile, printTable } from './statistics.ts'

const TIMES = 200

/** What the alert's way and the audit list ask of the two tables; `$1` is an alert, a number of the feed or an id. */
const QUESTIONS = {
  events: {
    'timeline of an alert': 'select * from TABLE where alert_id = $1 order by seq desc limit 51',
    'changes since a number':
      'select * from TABLE where seq > (select max(seq) from TABLE) - 5 - 0 * $1 order by seq limit 100',
    'one more row': `insert into TABLE (id, seq, alert_id, kind) values (1e12 + $1, 1e12 + $1, $1, 'note')`,
  },
  audit: {
    'newest page': 'select * from TABLE where $1 > 0 order by id desc limit 26',
    'of one action': `select * from TABLE where action = 'health.viewed' and $1 > 0 order by id desc limit 26`,
    'of one alert': `select * from TABLE where subject = 'alert' and subject_id = $1 order by id desc limit 26`,
    'one more row': `insert into TABLE (id, action, subject) values (1e12 + $1, 'bench', 'alert')`,
  },
}

/**
 * The same rows in one table and in one with a partition for each month: every twentieth alert's events, and the audit
 * log. Prints what each question takes in both, and what a month costs to remove.
 */
export async function comparePartitions(bench: BenchDatabase): Promise<Record<string, unknown>[]> {
  const pool = new pg.Pool({ connectionString: bench.url, max: 1 })
  try {
    await copy(pool, 'events', `select * from alert_events where alert_id % 20 = 0`, ['seq', 'alert_id, seq'])
    await copy(pool, 'audit', 'select * from audit_log', [
      'subject, subject_id, id desc',
      'actor_id, id desc',
      'action, id desc',
    ])
    const rows = []
    for (const [table, questions] of Object.entries(QUESTIONS)) {
      for (const [what, question] of Object.entries(questions)) {
        const [whole, parts] = [`whole_${table}`, `parts_${table}`].map((name) => question.replaceAll('TABLE', name))
        const times: [number[], number[]] = [[], []]
        for (let n = 1; n <= TIMES; n++) {
          for (const [side, text] of [whole!, parts!].entries()) {
            times[side]!.push(await timed(() => pool.query({ name: text.slice(0, 60), text, values: [n * 20] })))
          }
        }
        const [one, many] = times.map((each) => percentile(each, 0.5)) as [number, number]
        rows.push({ table, what, 'one table p50, ms': one, 'months p50, ms': many, ratio: many / one })
      }
    }
    const month = `at < (select min(at) + interval '31 days' from whole_audit)`
    const deleted = await timed(() => pool.query(`delete from whole_audit where ${month}`))
    const first = await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'parts_audit'::regclass order by inhrelid limit 1`,
    )
    const dropped = await timed(() => pool.query(`drop table ${first.rows[0]!.name}`))
    rows.push({
      table: 'audit',
      what: 'a month goes',
      'one table p50, ms': deleted,
      'months p50, ms': dropped,
      ratio: dropped / deleted,
    })
    printTable('One table beside a partition for each month', rows)
    return rows
  } finally {
    for (const name of ['whole_events', 'parts_events', 'whole_audit', 'parts_audit'])
      await pool.query(`drop table if exists ${name}`)
    await pool.end()
  }
}

async function copy(pool: pg.Pool, table: string, rows: string, indexes: string[]): Promise<void> {
  const source = table === 'events' ? 'alert_events' : 'audit_log'
  for (const [name, by] of [
    [`whole_${table}`, ''],
    [`parts_${table}`, 'partition by range (at)'],
  ] as const) {
    await pool.query(`create table ${name} (like ${source} including defaults) ${by}`)
    if (by) {
      await pool.query(`do $$ declare month timestamptz; begin
        for month in select generate_series(date_trunc('month', min(at)), now() + interval '1 month', '1 month') from ${source} loop
          execute format('create table ${name}_%s partition of ${name} for values from (%L) to (%L)',
            to_char(month, 'YYYYMM'), month, month + interval '1 month');
        end loop; end $$`)
    }
    await pool.query(`insert into ${name} ${rows}`)
    for (const columns of ['id', ...indexes]) await pool.query(`create index on ${name} (${columns})`)
    await pool.query(`vacuum analyze ${name}`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = nowMs()
  await work()
  return nowMs() - begin
}
