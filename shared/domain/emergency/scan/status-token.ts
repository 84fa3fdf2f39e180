import type { Ctx } from '../../../platform/context.ts'
import { countWrongLink } from '../../ground/links/links.ts'

/** Whether a text could be the token of a status page; the database is not asked for others, it refuses some characters. */
export const isStatusToken = (text: string): boolean => /^[\w-]{8,128}$/.test(text)

/** There is nothing behind a link: null, and counted as a guess (`countWrongLink`). */
export async function wrongLink(ctx: Ctx): Promise<null> {
  await countWrongLink(ctx)
  return null
}
