import { compact } from '@tvarit/shared/contracts/compact'

/** What stands in a PIN code field: digits, also of "560 001" and of other scripts. Nothing is cut. */
export const pinDigits = (typed: string): string => compact(typed).replace(/\D/g, '')
