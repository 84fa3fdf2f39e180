import { compact } from '@tvarit/shared/contracts/compact'

/** What may stand in a field for a number: its digits as 0 to 9, in any script, with any separators. Nothing is cut. */
export const onlyDigits = (typed: string): string => compact(typed).replace(/\D/g, '')
