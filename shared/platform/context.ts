import type { Scope } from '../contracts/permissions.ts'
import type { Role } from '../contracts/roles.ts'
import type { Config } from './settings/config.ts'
import type { Db, Tx } from './database/database.ts'
import type { Log } from './log/log.ts'
import type { Storage } from './storage/create-storage.ts'

/** Who is acting. Read from the database at each request, so that a removed person is out at once. */
export interface Actor {
  id: number
  role: Role
  first_name: string
  session_id: string
}

/** What every verb gets: the database (or the open transaction), the settings, and who asks from where. */
export interface Ctx {
  db: Db
  config: Config
  log: Log
  storage: Storage
  actor: Actor | null
  ip: string | null
  user_agent: string | null
}

/** A context whose actor is known: what procedures behind a permission hand to their verb. */
export type SignedInCtx = Ctx & { actor: Actor }

/** The same behind a permission that reaches differently far for each role. */
export type ScopedCtx = SignedInCtx & { scope: Scope }

/** What every verb is called with: its context and its parsed input. */
export interface VerbArgs<Input, C extends Ctx = SignedInCtx> {
  ctx: C
  input: Input
}

/** Runs `work` in one transaction: everything in it commits together or not at all. */
export function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C & { db: Tx }) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
