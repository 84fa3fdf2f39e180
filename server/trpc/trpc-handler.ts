import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Permission } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { AnyTRPCRouter } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { toTrpcError } from './error-map.ts'
import { declaredProcedures } from './declared-procedures.ts'
import { permit } from './procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'

export const MOST_FILE_BYTES = Math.max(LIMITS.photo_bytes, LIMITS.document_bytes)
/** The fields of a form beside its files. */
const MOST_FIELD_BYTES = 200_000
const MOST_JSON_BYTES = 100_000

/**
 * tRPC over HTTP with as large a body as the procedure needs: 100 KB of JSON with at most 20 calls, or a form with the
 * files it declares. The adapter takes a body into memory before it knows the caller, so callers without the permission
 * to send files are rejected before that. A subscription is rejected, too: as a stream of HTTP it would outlive the
 * session, on the WebSocket it ends with it.
 */
export function trpcHandler(base: ProcessCtx, router: AnyTRPCRouter): RequestHandler {
  const procedures = declaredProcedures(router)
  return async (request, response, next) => {
    const stream = subscriptionOf(procedures, request)
    if (stream)
      throw (await rejectCaller(base, request, stream)) ?? new DomainError('BAD_REQUEST', TEXTS.live_over_socket)
    const { files, permission } = uploadOf(procedures, request)
    const most = files.length > 0 ? files.length * MOST_FILE_BYTES + MOST_FIELD_BYTES : MOST_JSON_BYTES
    const domainError =
      (files.length > 0 && permission ? await rejectCaller(base, request, permission) : null) ??
      (announcedBytes(request) > most ? rejectSize(files) : null)
    const handle = createExpressMiddleware({
      router,
      createContext: ({ req }) => requestContext(base, req),
      // Also after an error the adapter listens to the body.
      maxBatchSize: LIMITS.batch_most,
      maxBodySize: domainError ? MOST_JSON_BYTES : most,
      middleware: (_request, _response, proceed) => proceed(domainError && toTrpcError(domainError)),
    })
    await handle(request, response, next)
  }
}

/** What was rejected in front of tRPC for want of room, as tRPC's own error, which the web client reads. */
export const trpcErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') return next(error)
  const { message, code } = toTrpcError(error)
  const data = { code, httpStatus: error.status, body: error.body }
  response.set('retry-after', String(error.retry_after_seconds)).status(error.status)
  response.json({ error: { message, code: -32029, data } })
}

type Procedures = ReturnType<typeof declaredProcedures>

const announcedBytes = (request: Request): number => Number(request.headers['content-length'] ?? 0)

/** The permission of what a request wants to subscribe to, also among others in a batch. */
function subscriptionOf(procedures: Procedures, request: Request): Permission | undefined {
  const names = request.path.slice(request.path.lastIndexOf('/') + 1).split(',')
  const stream = names.map((name) => procedures.get(name)).find((procedure) => procedure?.type === 'subscription')
  return stream?.meta?.permission
}

/** The files a form may bring to the procedure of this request; none for JSON and for a batch. */
function uploadOf(procedures: Procedures, request: Request): { files: string[]; permission: Permission | undefined } {
  const meta = procedures.get(request.path.slice(request.path.lastIndexOf('/') + 1))?.meta
  const form = request.headers['content-type']?.startsWith('multipart/form-data')
  return { files: (form && meta?.rest?.files) || [], permission: meta?.permission }
}

async function rejectCaller(base: ProcessCtx, request: Request, permission: Permission): Promise<DomainError | null> {
  try {
    permit(await requestContext(base, request), permission)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** With one file it is that one which is too large; of several only the server could say, by reading all of them. */
function rejectSize(files: string[]): DomainError {
  const [field, ...others] = files
  if (!field || others.length > 0) return new DomainError('PAYLOAD_TOO_LARGE', 'The request is too large.')
  return new DomainError('PAYLOAD_TOO_LARGE', { [field]: [tooLargeText(field)] })
}

const TOO_LARGE: Record<string, string> = { photo: TEXTS.photo_size, file: TEXTS.csv_size }

/** What to say of a file field above the most that is read; a CSV (`file`) may hold less, which its verb checks. */
export const tooLargeText = (field: string): string => TOO_LARGE[field] ?? TEXTS.document_size
