import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'

const TYPES = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const

/**
 * Stores a file under a random key (`<folder>/<uuid>.<extension>`) and returns the key. When writing fails half-way
 * nothing stays behind.
 */
export async function keepFile(
  ctx: Pick<Ctx, 'storage' | 'log'>,
  folder: string,
  extension: keyof typeof TYPES,
  content: Buffer,
): Promise<string> {
  const key = `${folder}/${randomUUID()}.${extension}`
  try {
    await ctx.storage.put(key, content, TYPES[extension])
  } catch (error) {
    await removeFiles(ctx, [key])
    throw error
  }
  return key
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
 * through: then `referenced` is asked, and without an answer the files stay. A stray file is better than a row whose
 * file is gone.
 */
export async function discardFiles(
  ctx: Pick<Ctx, 'storage' | 'log'>,
  keys: (string | null)[],
  error: unknown,
  referenced: () => Promise<unknown>,
): Promise<void> {
  const rolledBack = error instanceof DomainError || (error as { severity?: unknown } | null)?.severity === 'ERROR'
  if (!rolledBack && (await referenced().catch(() => true))) return
  await removeFiles(ctx, keys)
}
