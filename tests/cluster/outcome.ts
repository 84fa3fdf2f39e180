import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Installation } from '../containers/engine.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import type { Bystanders } from './bystanders.ts'

export const HEAD = [
  '| fault | presses | rejected (503) | for, s | other failures | longest without an accepted press, s | slowest press, s | acknowledged and lost | deliveries missing on consoles | relatives notified twice unflagged (flagged) | relatives not notified |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
]

export interface Outcome {
  rejected: number
  failed: number
  lost: number
  doubled: number
  missing: number
  twice: number
  unnotified: number
}

export const NOTHING = { lost: 0, doubled: 0, missing: 0, twice: 0, unnotified: 0 }

export async function openConsoles(tvarit: Installation, count: number): Promise<Screen[]> {
  const access = await tvarit.login('asha')
  const consoles = Array.from({ length: count }, () => openScreen(tvarit.url, access, undefined, undefined, 1_000))
  for (const each of consoles) await isLive(each)
  return consoles
}

/** What came of a fault, counted once the bystanders have stopped, and its line of the table. Closes the consoles. */
export async function outcomeOf(
  fault: string,
  database: pg.Pool,
  consoles: Screen[],
  bystanders: Bystanders,
): Promise<{ outcome: Outcome; line: string }> {
  const missing = await missingOn(consoles, bystanders.ids())
  await Promise.all(consoles.map((each) => each.close()))
  const lost = await lostOf(database, bystanders)
  const { twice, flagged, unnotified } = await notified(database, bystanders.ids())
  const rejected = bystanders.count((status) => status === 503)
  const failed = bystanders.count((status) => status !== 201 && status !== 503)
  const cells = [
    fault,
    bystanders.acknowledged.size,
    rejected,
    bystanders.rejectedSeconds().toFixed(1),
    failed,
    bystanders.longestSilenceSeconds().toFixed(1),
    (bystanders.slowest_ms / 1_000).toFixed(1),
    lost,
    missing,
    `${twice} (${flagged})`,
    unnotified,
  ]
  const outcome = { rejected, failed, lost, doubled: bystanders.doubled(), missing, twice, unnotified }
  return { outcome, line: `| ${cells.join(' | ')} |` }
}

/** Alerts that a console has not got a minute after the last press, summed over all consoles. */
async function missingOn(consoles: Screen[], ids: number[]): Promise<number> {
  const missing = () => {
    const shown = consoles.map((each) => each.alertIds())
    return shown.reduce((sum, each) => sum + ids.filter((id) => !each.has(id)).length, 0)
  }
  for (let tries = 0; tries < 60 && missing() > 0; tries++) await wait(1_000)
  if (missing() > 0) {
    const each = consoles.map(({ alertIds, opens, error }) => [
      ids.filter((id) => !alertIds().has(id)).length,
      opens,
      error?.message,
    ])
    console.log('missing, sockets opened, error of each console:', JSON.stringify(each))
  }
  return missing()
}

/** By scan_id: a sequence that has lost its end hands out the same ids again. */
async function lostOf(database: pg.Pool, { acknowledged }: Bystanders): Promise<number> {
  const { rowCount } = await database.query(
    `select from unnest($1::uuid[]) as pressed (scan_id) where not exists
       (select from alert_reports where alert_reports.scan_id = pressed.scan_id)`,
    [[...acknowledged.keys()]],
  )
  return rowCount ?? 0
}

/** The inbox of development is the carrier: what it has twice went out twice. */
async function notified(
  database: pg.Pool,
  ids: number[],
): Promise<{ twice: number; flagged: number; unnotified: number }> {
  const waiting = async () => {
    const { rows } = await database.query<{ n: number }>(
      `select ((select count(*) from outbox where published_at is null)
            + (select count(*) from messages where template = 'relative_alert' and state in ('pending', 'sending'))
            + (select count(*) from alerts where id = any($1::bigint[]) and relatives_told_at is null
                and user_id is not null and not verify_by_phone))::int as n`,
      [ids],
    )
    return rows[0]!.n
  }
  for (let tries = 0; tries < 120 && (await waiting()) > 0; tries++) await wait(1_000)
  const { rows } = await database.query<{ twice: number; flagged: number; unnotified: number }>(
    `select count(*) filter (where got > 1 and not uncertain)::int as twice,
       count(*) filter (where got > 1 and uncertain)::int as flagged,
       count(*) filter (where got = 0)::int as unnotified
     from (select alert_id, to_phone, bool_or(uncertain) as uncertain,
         sum((select count(*) from dev_messages where dev_messages.message_id = messages.id)) as got
       from messages where template = 'relative_alert' and alert_id = any($1::bigint[]) group by 1, 2) as each_relative`,
    [ids],
  )
  return rows[0]!
}
