import { randomBytes } from 'node:crypto'
import type { Response } from 'express'

/**
 * Headers of every answer below `/s/` and `/a/`: nothing is kept, nothing is framed, no address with a token in it
 * travels on, and only the script and style of this very response run. Returns the nonce for them.
 */
export function securePage(res: Response): string {
  const nonce = randomBytes(16).toString('base64')
  res.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Permissions-Policy': 'geolocation=(self)',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
  return nonce
}
