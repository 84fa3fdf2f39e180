import { sql } from 'kysely'
import { MOVED_METRES } from '../../contracts/alert-owner.ts'
import type { DriverPositionInput } from '../../contracts/dispatch.ts'
import { isUsablePlace } from '../../contracts/near-india.ts'
import { batching } from '../../platform/queues/batching.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { countWrongLink, linkHash } from '../records/links.ts'
import { drivable } from './read-driver-view.ts'
import { minutes, notAhead, within } from '../../platform/database/moments-sql.ts'

/** Metres a second, 180 km/h. */
const FASTEST = 50
/** Metres by which two places of one ambulance may differ at once: phones guess by cells. */
const JUMP_METRES = 5_000

interface Position extends DriverPositionInput {
  token: string
}

/** The outcome for a position: `busy` when the ambulance is being assigned at this moment and nothing was written. */
type Noted = 'noted' | 'unknown' | 'busy'

/**
 * Notes where an ambulance is, from its driver's phone. Returns false for a dead link. Nothing is changed by an older fix
 * than the last, by a place that cannot be (`isUsablePlace`), and by a jump: farther from the last place of the last five
 * minutes than any ambulance drives. After that time the last place counts for nothing (`minutesLeft`), and the next is
 * taken.
 *
 * Only the ambulance's row is written, neither alert nor counter, and positions of 50 ms share a statement. So
 * thousands of positions do not slow an alert. Consoles poll them while they show a dispatch.
 */
export async function notePosition({ ctx, input }: VerbArgs<Position, Ctx>): Promise<boolean> {
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

/**
 * A statement of many skips an ambulance that is locked: waiting with others in hand could deadlock. A single one
 * waits.
 */
async function notePositions(db: Db, inputs: Position[]): Promise<Noted[]> {
  const { rows } = await sql<{ n: number; busy: boolean }>`
    with reported as (
      select n, hash, latitude, longitude, usable, now() - fixed_ms_ago * interval '1 millisecond' as at
      from unnest(${inputs.map((_, n) => n)}::int[], ${inputs.map(({ token }) => linkHash(token))}::bytea[],
        ${inputs.map(({ latitude }) => latitude)}::float8[], ${inputs.map(({ longitude }) => longitude)}::float8[],
        ${inputs.map(({ fixed_ms_ago }) => fixed_ms_ago)}::int[], ${inputs.map(isUsablePlace)}::boolean[])
        as reported (n, hash, latitude, longitude, fixed_ms_ago, usable)
    ),
    -- The limit makes it one probe of the index each, also before PostgreSQL knows how large the table is.
    drive as (
      select reported.*, driven.ambulance_id from reported cross join lateral (
        select d.ambulance_id from dispatches d where d.driver_token_hash = reported.hash and ${drivable} limit 1) driven
    ),
    newest as (select distinct on (ambulance_id) * from drive where usable order by ambulance_id, at desc),
    -- The next position comes in seconds: nobody waits for the disk, least of all an alert behind it.
    unsure as (select set_config('synchronous_commit', 'off', true)),
    held as (
      select id, coalesce(earth_distance(ll_to_earth(moved_latitude, moved_longitude),
        ll_to_earth(newest.latitude, newest.longitude)) >= ${sql.lit(MOVED_METRES)}, true) as moves
      from ambulances join newest on id = newest.ambulance_id
      for no key update of ambulances ${inputs.length > 1 ? sql`skip locked` : sql``}
    ),
    moved as (
      update ambulances v set last_latitude = newest.latitude, last_longitude = newest.longitude,
        last_position_at = newest.at,
        moved_latitude = case when moves then newest.latitude else v.moved_latitude end,
        moved_longitude = case when moves then newest.longitude else v.moved_longitude end,
        moved_at = case when moves then newest.at else v.moved_at end
      from newest join held on held.id = newest.ambulance_id, unsure
      where v.id = newest.ambulance_id and (v.last_position_at is null or ${notAhead('v.last_position_at')} < newest.at)
        and not coalesce(${within('v.last_position_at', minutes(5))} and earth_distance(ll_to_earth(v.last_latitude, v.last_longitude),
          ll_to_earth(newest.latitude, newest.longitude)) > ${sql.lit(JUMP_METRES)}
            + extract(epoch from newest.at - v.last_position_at) * ${sql.lit(FASTEST)}, false)
    )
    select n, usable and ambulance_id not in (select id from held) as busy from drive`.execute(db)
  const known = new Map(rows.map(({ n, busy }): [number, Noted] => [n, busy ? 'busy' : 'noted']))
  return inputs.map((_, n) => known.get(n) ?? 'unknown')
}
