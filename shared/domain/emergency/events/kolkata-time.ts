import { indianTime } from '../../../contracts/indian-time.ts'

/** `14:05:09`, the time of day in India. */
export const kolkataTime = (at: Date): string => indianTime(at)
