import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import type { AmbulancePoints, HospitalPoints, MapPointsInput } from '../../contracts/registry.ts'
import type { SignedInCtx } from '../../platform/context.ts'
import { matchingAmbulances } from './ambulance-filter.ts'
import { matchingHospitals } from './hospital-filter.ts'

interface Asked {
  ctx: SignedInCtx
  input: MapPointsInput
}

/** Where the ambulances that match are: their last position, else their base. The newest ones, when there are many. */
export async function listAmbulancePoints({ ctx, input }: Asked): Promise<AmbulancePoints> {
  const { rows } = await sql<Omit<AmbulancePoints[number], 'position_at'> & { position_at: Date | null }>`
    select a.id, a.vehicle_number, a.status, coalesce(a.last_latitude, a.base_latitude) as latitude,
      coalesce(a.last_longitude, a.base_longitude) as longitude, a.last_position_at as position_at
    from ${matchingAmbulances(input)} order by a.id desc limit ${LIMITS.map_points}`.execute(ctx.db)
  return rows.map((row) => ({ ...row, position_at: row.position_at?.toISOString() ?? null }))
}

/** Where the hospitals that match are. */
export async function listHospitalPoints({ ctx, input }: Asked): Promise<HospitalPoints> {
  const { rows } = await sql<HospitalPoints[number]>`
    select h.id, h.name, h.address, h.latitude, h.longitude
    from ${matchingHospitals(input.search)} order by h.id desc limit ${LIMITS.map_points}`.execute(ctx.db)
  return rows
}
