import { sql } from 'kysely'
import { likePattern } from '../../../platform/like-pattern.ts'

/** The hospitals (as `h`) whose name, address or phone number has the term; never retired ones. */
export const matchingHospitals = (search: string | undefined) => sql`hospitals h where h.retired_at is null
  and lower(h.name || ' ' || h.address || ' ' || h.phone) like ${likePattern((search ?? '').toLowerCase())}`
