import { sql } from 'kysely'
import type { DriverPositionInput } from '../../../contracts/dispatch.ts'
import { batching } from '../../../platform/batching.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { countWrongLink, linkHash } from '../../ground/links/links.ts'
import { drivable } from './read-driver-view.ts'

interface Position extends DriverPositionInput {
  token: string
}

/** What became of a position: `busy` when the ambulance is being assigned this moment and nothing was written. */
type Noted = 'noted' | 'unknown' | 'busy'

/**
 * Where an ambulance is, from its driver's phone; an older fix than the last known changes nothing. It touches the
 * ambulance only, neither the alert nor the counter of live events, and those told within a twentieth of a second share
 * a statement, so that thousands of positions do not slow an alert. Screens ask for it while they show it. False for a
 * dead link, as everywhere.
 */
export async function notePosition({ ctx, input }: { ctx: Ctx; input: Position }): Promise<boolean> {
  const noted = await together(ctx.db)(input)
  const known = noted === 'busy' ? (await notePositions(ctx.db, [input]))[0] !== 'unknown' : noted === 'noted'
  if (known) return true
  await countWrongLink(ctx)
  return false
}

const ofDatabase = new WeakMap<Db, (input: Position) => Promise<Noted>>()

function together(db: Db): (input: Position) => Promise<Noted> {
  let noteTogether = ofDatabase.get(db)
  if (!noteTogether) {
    noteTogether = batching({ at_most: 500, at_once: 1, gather_ms: 50, work: (inputs) => notePositions(db, inputs) })
    ofDatabase.set(db, noteTogether)
  }
  return noteTogether
}

/** Many do not wait for an ambulance that somebody else holds: with others in hand that could hang up both. One waits. */
async function notePositions(db: Db, inputs: Position[]): Promise<Noted[]> {
  const { rows } = await sql<{ n: number; busy: boolean }>`
    with told as (
      select n, hash, latitude, longitude, now() - fixed_ms_ago * interval '1 millisecond' as at
      from unnest(${inputs.map((_, n) => n)}::int[], ${inputs.map(({ token }) => linkHash(token))}::bytea[],
        ${inputs.map(({ latitude }) => latitude)}::float8[], ${inputs.map(({ longitude }) => longitude)}::float8[],
        ${inputs.map(({ fixed_ms_ago }) => fixed_ms_ago)}::int[])
        as told (n, hash, latitude, longitude, fixed_ms_ago)
    ),
    -- The limit makes it one probe of the index each, also before PostgreSQL knows how large the table is.
    drive as (
      select told.*, driven.ambulance_id from told cross join lateral (
        select d.ambulance_id from dispatches d where d.driver_token_hash = told.hash and ${drivable} limit 1) driven
    ),
    newest as (select distinct on (ambulance_id) * from drive order by ambulance_id, at desc),
    -- The next position comes in seconds: nobody waits for the disk, least of all an alert behind it.
    unsure as (select set_config('synchronous_commit', 'off', true)),
    held as (
      select id from ambulances where id in (select ambulance_id from newest)
      for no key update ${inputs.length > 1 ? sql`skip locked` : sql``}
    ),
    moved as (
      update ambulances v set last_latitude = newest.latitude, last_longitude = newest.longitude,
        last_position_at = newest.at
      from newest join held on held.id = newest.ambulance_id, unsure
      where v.id = newest.ambulance_id and (v.last_position_at is null or v.last_position_at < newest.at)
    )
    select n, ambulance_id not in (select id from held) as busy from drive`.execute(db)
  const known = new Map(rows.map(({ n, busy }): [number, Noted] => [n, busy ? 'busy' : 'noted']))
  return inputs.map((_, n) => known.get(n) ?? 'unknown')
}
