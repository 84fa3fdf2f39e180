import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

interface Headers {
  https: boolean
  /** Origins of others whose pictures our pages may show. */
  images: readonly string[]
}

/** Headers of everything but the public pages, which set stricter ones of their own. */
export function securityHeaders({ https, images }: Headers): RequestHandler[] {
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
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  return [nonce, headers]
}

const nonceOf = (response: unknown) => (response as { locals: { nonce: string } }).locals.nonce
