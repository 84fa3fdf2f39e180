import type { Ctx } from '../../platform/context.ts'
import { countWrongLink } from '../records/links.ts'

/**
 * Whether a text could be the token of a status page. Others are not sent to the database, which rejects some
 * characters.
 */
export const isStatusToken = (text: string): boolean => /^[\w-]{8,128}$/.test(text)

/** Notes a link that leads nowhere as a guess (`countWrongLink`) and returns null. */
export async function wrongLink(ctx: Ctx): Promise<null> {
  await countWrongLink(ctx)
  return null
}
