import { sql } from 'kysely'

/** When the last step of the dispatch `d` was taken; null before the first. */
export const lastStepAt = sql<Date | null>`greatest(d.accepted_at, d.en_route_at, d.at_scene_at, d.transporting_at,
  d.at_hospital_at)`
