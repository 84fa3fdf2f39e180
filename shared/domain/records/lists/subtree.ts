import { sql } from 'kysely'

/** The ids of all people below `top` in the chain, at any depth. A chain has three levels; `union` would end a loop. */
export const subtree = (top: number) => sql`
  with recursive below (id) as (
    select id from users where parent_id = ${top} and deleted_at is null
    union
    select u.id from users u join below on u.parent_id = below.id where u.deleted_at is null
  )
  select id from below`
