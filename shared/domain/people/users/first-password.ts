import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'

/** Until when a password logs in that is set now by another person than its owner. */
export const firstPasswordEnd = sql<Date>`now() + make_interval(hours => ${LIMITS.first_password_hours})`
