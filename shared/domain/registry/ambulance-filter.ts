import { sql } from 'kysely'
import type { AmbulanceStatus } from '../../contracts/dispatch.ts'
import { normaliseVehicleNumber } from '../../contracts/vehicle-numbers.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { eachWord, textTerm } from '../records/lists/search-term.ts'

interface AmbulanceFilter {
  search?: string | undefined
  status?: AmbulanceStatus | undefined
}

/** The ambulances (as `a`) that match: number as people write it, operator or driver; never retired ones. */
export function matchingAmbulances({ search, status }: AmbulanceFilter) {
  const words = eachWord(
    textTerm(search),
    (pattern) => sql`fold_text(a.operator || ' ' || a.driver_name || ' ' || a.driver_phone) like ${pattern}`,
  )
  const number = normaliseVehicleNumber(search ?? '')
  // A term of hyphens alone would be found in every number.
  const byNumber = number ? sql`or a.vehicle_number like ${likePattern(number)}` : sql``
  return sql`ambulances a where a.retired_at is null
    and ((${words}) ${byNumber})
    and ${status ? sql`a.status = ${status}` : sql`true`}`
}
