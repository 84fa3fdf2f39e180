import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

interface Headers {
  https: boolean
  /** Origins of others whose pictures our pages may show. */
  images: readonly string[]
  /** Origins of others that our pages may ask. */
  asked: readonly string[]
}

const YEAR_SECONDS = 31_536_000

/** Headers of every answer, also of the thin routes and public pages that stand before everything else. */
export function transportHeaders({ https }: Pick<Headers, 'https'>): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('x-content-type-options', 'nosniff')
    if (https) response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
    next()
  }
}

/** Answers that hold people's data are kept by no browser and no proxy. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store')
  next()
}

/** Headers of everything but the public pages, which set stricter ones of their own. */
export function securityHeaders({ images, asked }: Omit<Headers, 'https'>): RequestHandler[] {
  const nonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString('base64')
    next()
  }
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...images],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...asked],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: false,
  })
  return [nonce, headers]
}

const nonceOf = (response: unknown) => (response as { locals: { nonce: string } }).locals.nonce
