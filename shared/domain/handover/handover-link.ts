import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { sha256 } from '../../platform/secrets.ts'

/** A hospital's link ends after so long. */
export const HANDOVER_HOURS = 24

/** The hash of a hospital's token, the only form that is kept. The token is random, so a plain hash reveals nothing. */
export const handoverHash = (token: string): Buffer => sha256(`hospital-link:${token}`)

/** Condition: the handover `h` was not revoked and has not run out. */
const handoverLives = sql<SqlBool>`(h.revoked_at is null and h.expires_at > now())`

/** Condition: the handover `h` belongs to this link, and the link is valid. */
export const ofHandoverLink = (token: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(h.token_hash = ${handoverHash(token)} and ${handoverLives})`
