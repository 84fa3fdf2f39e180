import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'

/** How many consoles would sound now: armed, and heard of within the last 45 s. */
export const listening = sql<number>`(select count(*) from consoles where armed
  and last_seen_at > now() - make_interval(secs => ${LIMITS.console_online_seconds}))`
