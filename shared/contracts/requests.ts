import { z } from 'zod'

/** In the input of a call that creates: an id made by the caller. The same call with the same id creates nothing more. */
export const requestId = { request_id: z.uuid('request_id must be a UUID.').optional() }
/** The input of a call that creates without being given anything. */
export const onlyRequestId = z.strictObject(requestId).optional()
export type OnlyRequestId = z.output<typeof onlyRequestId>
