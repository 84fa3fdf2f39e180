import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { sha256 } from '../../../platform/secrets.ts'

/** A hospital's link is dead after so long. */
export const HANDOVER_HOURS = 24

/** What is kept of a hospital's token. It is random, so a plain hash tells nothing. */
export const handoverHash = (token: string): Buffer => sha256(`hospital-link:${token}`)

/** Condition: the handover `h` was not revoked and has not run out. */
export const handoverLives = sql<SqlBool>`(h.revoked_at is null and h.expires_at > now())`

/** Condition: the handover `h` belongs to this link, and the link is alive. */
export const ofHandoverLink = (token: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(h.token_hash = ${handoverHash(token)} and ${handoverLives})`
