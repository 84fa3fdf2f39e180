import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express'
import multer from 'multer'
import type { Permission } from '@tvarit/shared/contracts/permissions'
import { restProcedures } from '../trpc/declared-procedures.ts'
import { permit } from '../trpc/procedures.ts'
import { toOutside } from '../trpc/error-map.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'
import { MOST_FILE_BYTES } from '../trpc/trpc-handler.ts'
import type { RestRoute } from '../trpc/rest-route.ts'
import { bodyProblem } from './body-problem.ts'

/** The REST-compatible paths: the same procedures, called with query, body, path and files as one input. */
export function mountRest(base: ProcessCtx, router: AnyTRPCRouter): Router {
  const app = express.Router()
  const routes: { pattern: string; method: string; handlers: RequestHandler[] }[] = []
  for (const { name, type, rest, permission } of restProcedures(router)) {
    const handler: RequestHandler = async (request, response) => {
      const aborted = new AbortController()
      response.on('close', () => {
        if (!response.writableFinished) aborted.abort()
      })
      const output = await callTRPCProcedure({
        router,
        path: name,
        type,
        ctx: await requestContext(base, request),
        getRawInput: () => Promise.resolve(rawInput(request, rest)),
        signal: aborted.signal,
        batchIndex: 0,
      })
      response.status(rest.status ?? 200).json(output ?? { detail: 'ok' })
    }
    const body = rest.files
      ? [...onlyFor(base, permission), ...multipart(rest.files)]
      : [express.json({ limit: '100kb' })]
    for (const path of [rest.path, ...(rest.aliases ?? [])]) {
      const pattern = path.replace(/\{(\w+)\}/g, ':$1')
      for (const method of [rest.method, ...(rest.also ? [rest.also] : [])]) {
        routes.push({ pattern, method, handlers: [...(method === 'GET' ? [] : body), handler] })
      }
    }
  }
  // Fixed paths before those with a parameter: /api/qr/alerts/ is not the coupon "alerts".
  for (const { pattern, method, handlers } of routes.toSorted(
    (a, b) => parameters(a.pattern) - parameters(b.pattern),
  )) {
    app[method.toLowerCase() as 'get'](pattern, ...handlers)
  }
  return app
}

const parameters = (pattern: string): number => pattern.split(':').length - 1

function rawInput(request: Request, rest: RestRoute): Record<string, unknown> {
  const body: unknown = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return { non_field_errors: body }
  // Empty files count as none, as everywhere (`formInput`).
  const files = ((request.files ?? []) as Express.Multer.File[])
    .filter((file) => file.size > 0)
    .map((file): [string, File] => [
      file.fieldname,
      new File([file.buffer as Uint8Array<ArrayBuffer>], file.originalname, { type: file.mimetype }),
    ])
  // A filter without a value is one that was left out.
  const query = rest.method === 'GET' ? Object.entries(request.query).filter(([, value]) => value !== '') : []
  return { ...Object.fromEntries(query), ...body, ...Object.fromEntries(files), ...request.params }
}

/** Callers without the permission do not get their files read: 20 MB in memory are too much for a stranger. */
function onlyFor(base: ProcessCtx, permission: Permission | undefined): RequestHandler[] {
  if (!permission) return []
  return [
    async (request, _response, next) => {
      permit(await requestContext(base, request), permission)
      next()
    },
  ]
}

/** The files of one form, each of at most 5 MB and none that is not named. */
function multipart(fields: string[]): RequestHandler[] {
  const upload = multer({
    defParamCharset: 'utf8',
    storage: multer.memoryStorage(),
    limits: {
      fileSize: MOST_FILE_BYTES,
      files: fields.length,
      fields: 60,
      fieldSize: 10_000,
      fieldNameSize: 60,
      parts: 70,
    },
  })
  return [upload.fields(fields.map((name) => ({ name, maxCount: 1 }))), flatFiles, express.json({ limit: '100kb' })]
}

/** multer gives files by field; one flat list is enough, each field holds one. */
const flatFiles: RequestHandler = (request, _response, next) => {
  request.files = Object.values((request.files ?? {}) as Record<string, Express.Multer.File[]>).flat()
  next()
}

/** The last handler of the API: whatever was thrown becomes the documented shape. */
export function restErrors(base: ProcessCtx) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) return next(error)
    const outside = bodyProblem(error) ?? toOutside(error)
    if (outside.unexpected) base.log.error({ error, path: request.route?.path as unknown }, 'request failed')
    if (outside.retry_after_seconds) response.set('retry-after', String(outside.retry_after_seconds))
    response.status(outside.status).json(outside.body)
  }
}
