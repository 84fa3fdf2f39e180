import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { seconds, within } from '../../../platform/database/moments-sql.ts'

/** How many consoles would sound now: armed, and heard of within the last 45 s. */
export const listening = sql<number>`(select count(*) from consoles where armed
  and ${within('last_seen_at', seconds(LIMITS.console_online_seconds))})`
