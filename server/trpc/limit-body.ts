import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Refusal } from '@tvarit/shared/platform/refusal'
import type { AnyTRPCRouter } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { Request, RequestHandler } from 'express'
import { toTrpcError } from './error-map.ts'
import { permit, type ProcedureMeta } from './procedures.ts'
import { type ProcessCtx, requestContext } from './request-context.ts'

export const MOST_FILE_BYTES = Math.max(LIMITS.photo_bytes, LIMITS.document_bytes)
/** The fields of a form beside its files. */
const MOST_FIELD_BYTES = 200_000
const MOST_JSON_BYTES = 100_000

/**
 * tRPC over HTTP with as large a body as the procedure needs: 100 KB of JSON, or a form with the files it declares. The
 * adapter takes a body into memory before it knows the caller, so who may not call a procedure gets the small limit;
 * tRPC then refuses them as ever.
 */
export function trpcOverHttp(base: ProcessCtx, router: AnyTRPCRouter): RequestHandler {
  const handlers = new Map<number, RequestHandler>()
  const handlerFor = (maxBodySize: number): RequestHandler => {
    let handler = handlers.get(maxBodySize)
    if (!handler) {
      handler = createExpressMiddleware({
        router,
        createContext: ({ req }) => requestContext(base, req),
        maxBodySize,
        middleware: (request: Request, _response, next) => {
          const tooLarge = announcedBytes(request) > maxBodySize
          next(tooLarge ? toTrpcError(refuseSize(filesOf(router, request).files)) : undefined)
        },
      })
      handlers.set(maxBodySize, handler)
    }
    return handler
  }
  return async (request, response, next) => {
    const { files, permission } = filesOf(router, request)
    const form = request.headers['content-type']?.startsWith('multipart/form-data')
    const large = form && files.length > 0 && (!permission || (await mayCall(base, request, permission)))
    const most = large ? files.length * MOST_FILE_BYTES + MOST_FIELD_BYTES : MOST_JSON_BYTES
    await handlerFor(most)(request, response, next)
  }
}

const announcedBytes = (request: Request): number => Number(request.headers['content-length'] ?? 0)

function filesOf(router: AnyTRPCRouter, request: Request) {
  const procedures = router._def.procedures as Record<string, { _def: { meta?: ProcedureMeta } }>
  const name = request.path.slice(request.path.lastIndexOf('/') + 1)
  const meta = Object.hasOwn(procedures, name) ? procedures[name]!._def.meta : undefined
  return { files: meta?.rest?.files ?? [], permission: meta?.permission }
}

async function mayCall(
  base: ProcessCtx,
  request: Request,
  permission: NonNullable<ProcedureMeta['permission']>,
): Promise<boolean> {
  try {
    permit(await requestContext(base, request), permission)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** With one file it is that one which is too large; of several only the server could tell by reading all of them. */
function refuseSize(files: string[]): Refusal {
  const [field, ...others] = files
  if (!field || others.length > 0) return new Refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
  return new Refusal('PAYLOAD_TOO_LARGE', { [field]: [tooLargeText(field)] })
}

/** What to say of a file field above 5 MB. */
export const tooLargeText = (field: string): string => (field === 'photo' ? TEXTS.photo_size : TEXTS.document_size)
