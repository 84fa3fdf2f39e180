import { sql } from 'kysely'
import { eachWord, textTerm } from '../records/lists/search-term.ts'

/** The hospitals (as `h`) whose name, address or phone number has each word; never retired ones. */
export const matchingHospitals = (search: string | undefined) =>
  sql`hospitals h where h.retired_at is null and ${eachWord(
    textTerm(search),
    (pattern) => sql`fold_text(h.name || ' ' || h.address || ' ' || h.phone) like ${pattern}`,
  )}`
