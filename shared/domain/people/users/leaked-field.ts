import { TEXTS } from '../../../contracts/texts.ts'
import { isLeakedPassword } from '../../../platform/settings/is-leaked-password.ts'

/** What is wrong with a new password that the schema cannot know, as messages under its field. */
export const leakedField = (password: string | null): Record<string, string[]> =>
  password !== null && isLeakedPassword(password) ? { password: [TEXTS.password_leaked] } : {}
