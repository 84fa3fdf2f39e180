import { sql } from 'kysely'
import type { HospitalListInput } from '../../../contracts/registry.ts'
import type { Listed } from '../../ground/lists/find-page.ts'
import { byName, orderOf } from '../../ground/lists/order.ts'
import { eachWord, textTerm } from '../../ground/lists/search-term.ts'

/** The hospitals (as `h`) whose name, address or phone number has each word; never retired ones. */
export const matchingHospitals = (search: string | undefined) =>
  sql`hospitals h where h.retired_at is null and ${eachWord(
    textTerm(search),
    (pattern) => sql`fold_text(h.name || ' ' || h.address || ' ' || h.phone) like ${pattern}`,
  )}`

/** The list of hospitals: newest first, or by name. */
export const listedHospitals = (input: HospitalListInput): Listed => ({
  from: matchingHospitals(input.search),
  order: orderOf(input.sort ?? '-id', sql`h.id`, { name: byName(sql`h.name`) }),
})
