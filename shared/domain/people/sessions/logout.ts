import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { readRefreshToken } from './refresh-token.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the session of a refresh token, old or new. An unknown token gets the same answer. */
export async function logout({ ctx, input }: VerbArgs<{ refresh: string }, Ctx>): Promise<{ detail: string }> {
  const token = await readRefreshToken(ctx.config, input.refresh)
  if (token) await inTransaction(ctx, ({ db }) => endSessions(db, { session_id: token.session_id }, 'logout'))
  return { detail: 'Logged out.' }
}
