import { sql } from 'kysely'
import type { OnCallPlan } from '../../../contracts/on-call-plan.ts'
import type { Language } from '../../../contracts/scan.ts'
import type { Db } from '../../../platform/database/database.ts'
import { escalationSeconds } from '../../alerts/escalation-times.ts'

export interface PlannedPerson {
  id: number
  name: string
  phone: string
  language: Language
}

export interface PlanRow extends OnCallPlan {
  now: number
  people: PlannedPerson[]
  overrides: { id: number; person_id: number; from: number; to: number }[]
  seconds: [number, number, number]
}

/** SQL: a moment as milliseconds. */
const milliseconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** People, rota and overrides that are not over, by the clock of the database. Changes to them lock the settings. */
export async function readPlan(db: Db): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    select floor(extract(epoch from now()) * 1000)::float8 as now, coalesce(${milliseconds('rota_since')}, 0) as since,
      ${escalationSeconds} as seconds,
      array(select id::float8 from on_call_people where rota_place is not null order by rota_place, id) as rota,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'phone', phone, 'language', language)
        order by id), '[]') from on_call_people where removed_at is null) as people,
      (select coalesce(json_agg(json_build_object('id', id, 'person_id', person_id, 'from', ${milliseconds('from_at')},
        'to', ${milliseconds('to_at')}) order by from_at, id), '[]') from on_call_overrides where to_at > now()) as overrides
    from (select) always left join on_call_settings on true`.execute(db)
  return rows[0]!
}

/** Changes of people, rota and overrides happen one after the other. */
export const lockPlan = (db: Db) => sql`select from on_call_settings for update`.execute(db)

/** Writes the order of the rota; the first of `ids` took over at `since`. */
export async function writeRota(db: Db, ids: readonly number[], since: number): Promise<void> {
  await sql`update on_call_people set rota_place = array_position(${ids}::bigint[], id)
    where removed_at is null`.execute(db)
  await sql`update on_call_settings set rota_since = to_timestamp(${since}::float8 / 1000)`.execute(db)
}
