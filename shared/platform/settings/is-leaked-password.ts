import { dictionary } from '@zxcvbn-ts/language-common'
import { foldText } from '../../contracts/same-text.ts'

/** The most used of leaked passwords, in lower case; what is too short to be a password here is left out. */
const LEAKED = new Set(dictionary['passwords-common'].filter((password) => password.length >= 8))

/** Whether a password stands in the list of leaked ones, however it is capitalised. */
export const isLeakedPassword = (password: string): boolean => LEAKED.has(foldText(password))
