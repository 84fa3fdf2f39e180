import { sql } from 'kysely'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { hmac, isHmac } from '../../platform/secrets.ts'

interface Request {
  request_id?: string | undefined
}

/**
 * Runs `create` in one transaction and returns the id of what it made. The same `request_id` again returns the same id and
 * creates nothing: a second click waits for the first, and a lost answer is asked for once more. CONFLICT when it comes
 * from another user, for another `kind` or with another input. Without a `request_id` each call creates.
 */
export function createOnce<C extends SignedInCtx, Input extends Request>(
  ctx: C,
  kind: string,
  input: Input,
  create: (tx: C & { db: Tx }, asked: Omit<Input, 'request_id'>) => Promise<number>,
): Promise<number> {
  const { request_id, ...asked } = input
  return inTransaction(ctx, async (tx) => {
    if (!request_id) return create(tx, asked)
    await sql`select pg_advisory_xact_lock(hashtextextended(${request_id}, 0))`.execute(tx.db)
    const earlier = await find(tx.db, request_id)
    if (earlier) {
      if (!isHmac(ctx.config, 'request', textOf(ctx, kind, asked), earlier.asked)) {
        throw new DomainError('CONFLICT', TEXTS.request_other)
      }
      return earlier.created_id
    }
    const created_id = await create(tx, asked)
    await tx.db
      .insertInto('creations')
      .values({ request_id, created_id, asked: hmac(ctx.config, 'request', textOf(ctx, kind, asked)) })
      .execute()
    return created_id
  })
}

/**
 * For a verb that checks before its transaction whether a name is taken: when `work` fails because this very request took
 * it, the id of what it made.
 */
export async function orCreated(
  ctx: SignedInCtx,
  kind: string,
  { request_id, ...asked }: Request,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    const earlier = request_id && error instanceof DomainError ? await find(ctx.db, request_id) : undefined
    if (earlier && isHmac(ctx.config, 'request', textOf(ctx, kind, asked), earlier.asked)) return earlier.created_id
    throw error
  }
}

const find = (db: Db, request_id: string) =>
  db.selectFrom('creations').select(['created_id', 'asked']).where('request_id', '=', request_id).executeTakeFirst()

/** What is compared. Only its HMAC is kept: the input may hold a password or an identity number. */
const textOf = (ctx: SignedInCtx, kind: string, asked: object): string => JSON.stringify([ctx.actor.id, kind, asked])
