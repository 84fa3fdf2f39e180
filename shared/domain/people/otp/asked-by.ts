import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { networkOfCaller } from '../../../platform/network-of.ts'
import { hmac, hmacs } from '../../../platform/secrets.ts'

/** What a code is bound to besides its number: the request it was asked with. */
export interface CodeRequest {
  /** Made by the client and sent again with the code. A client that sends none is known by its network. */
  request_id?: string | undefined
}

/** The hash of the network a code is asked for from. */
export const networkHash = (ctx: Ctx): Buffer => hmac(ctx.config, 'otp-ip', networkOfCaller(ctx.ip))

/**
 * Condition: a row of `otp_challenges` was asked for with this request. So other requests' guesses do not count on it,
 * and no other request replaces it.
 */
export const askedBy = (ctx: Ctx, { request_id }: CodeRequest): RawBuilder<SqlBool> =>
  request_id
    ? sql<SqlBool>`request_id = ${request_id}::uuid`
    : sql<SqlBool>`(request_id is null and ip_hash = any(${hmacs(ctx.config, 'otp-ip', networkOfCaller(ctx.ip))}::bytea[]))`
