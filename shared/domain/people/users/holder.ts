import { type RawBuilder, sql } from 'kysely'

/** SQL: a member of the chain as `Holder` (contracts/stock.ts) in JSON; null without one. */
export const holderJson = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('id', h.id, 'name', trim(h.first_name || ' ' || h.last_name),
    'firm_name', coalesce(hd.firm_name, ''), 'role', h.role)
  from users h left join distributor_profiles hd on hd.user_id = h.id where h.id = ${id})`
