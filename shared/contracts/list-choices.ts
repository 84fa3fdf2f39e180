/** What lists are ordered and narrowed by, without the schemas: pages of lists load no more than this. */
export const PEOPLE_SORTS = ['name'] as const

export const SUBSCRIBER_SORTS = ['name', 'start_date', 'ending_date'] as const
/** Whose last term ends within `LIMITS.expiring_days`, or has ended. */
export const EXPIRIES = ['soon', 'over'] as const
/**
 * Who filled the form in: the subscriber, or a member of the office. `partner`: with a sticker that a sales partner sold,
 * also when the office filled the form in.
 */
export const REGISTRARS = ['self', 'office', 'partner'] as const

export const COUPON_SORTS = ['serial_number', 'created_at'] as const
export const VOIDED = ['only', 'without'] as const

export const CREATOR_SORTS = ['name', 'start_date', 'end_date', 'created_at'] as const
export const CREATOR_STATUSES = ['ACTIVE', 'INACTIVE'] as const
