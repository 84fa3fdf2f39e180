import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'

const TYPES = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const

/**
 * Stores a file under a random key (`<folder>/<uuid>.<extension>`) and returns the key. A worker removes the file after
 * ten minutes, unless the transaction whose row refers to it calls `claimFiles`: so no crash leaves one behind.
 */
export async function keepFile(
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  folder: string,
  extension: keyof typeof TYPES,
  content: Buffer,
): Promise<string> {
  const key = `${folder}/${randomUUID()}.${extension}`
  await ctx.db
    .insertInto('file_removals')
    .values({ key, next_at: sql<Date>`now() + interval '10 minutes'` })
    .execute()
  try {
    await ctx.storage.put(key, content, TYPES[extension])
  } catch (error) {
    await removeFiles(ctx, [key])
    throw error
  }
  return key
}

/** Keeps files for good: a row that this transaction writes refers to them. */
export async function claimFiles(db: Tx, keys: (string | null)[]): Promise<void> {
  const kept = keys.filter((key) => key !== null)
  if (kept.length > 0) await db.deleteFrom('file_removals').where('key', 'in', kept).execute()
}

/** Removes files that no row refers to. A failure is only logged: it must not hide why this runs. */
export async function removeFiles(ctx: Pick<Ctx, 'storage' | 'log'>, keys: (string | null)[]): Promise<void> {
  for (const key of keys) {
    if (!key) continue
    await ctx.storage.remove(key).catch((error: unknown) => ctx.log.warn({ error, key }, 'file was not removed'))
  }
}

/**
 * Removes the files of a transaction that failed with `error`. When the connection broke, the commit may have come
 * through: then a worker decides in ten minutes, by what `claimFiles` has left.
 */
export async function discardFiles(
  ctx: Pick<Ctx, 'storage' | 'log'>,
  keys: (string | null)[],
  error: unknown,
): Promise<void> {
  const rolledBack = error instanceof DomainError || (error as { severity?: unknown } | null)?.severity === 'ERROR'
  if (rolledBack) await removeFiles(ctx, keys)
}
