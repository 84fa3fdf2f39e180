import { formatDateMinute } from '../../../lib/dates.ts'
import { serverNow } from '../../../lib/server-clock.ts'

/** What a password that an admin chose means for its owner. */
export const firstPasswordText = (expires_at: string): string =>
  hasRunOut(expires_at)
    ? 'Another person chose your password, and it has stopped working at the login. You log in with a code until you choose your own.'
    : `Another person chose your password. It stops working on ${formatDateMinute(expires_at)}: choose your own.`

/** Whether the first password has stopped working, by the server's clock. */
export const hasRunOut = (expires_at: string): boolean => Date.parse(expires_at) <= serverNow()
