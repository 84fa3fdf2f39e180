import { randomBytes } from 'node:crypto'
import type { Response } from 'express'
import type { Log } from '@tvarit/shared/platform/log/log'

/**
 * Sets the headers of every answer below `/s/` and `/a/` and returns the nonce for script and style. No answer is kept
 * or framed, no address with a token travels on, and only the script and style of this very response run.
 */
export function securePage(res: Response): string {
  const nonce = randomBytes(16).toString('base64')
  // No Cross-Origin-Opener-Policy: it makes the phone start another process before the first paint (some 40 ms of a
  // slow one). It would protect a window handle that these pages do not give away.
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
  })
  return nonce
}

/** Logs a fault; the visitor sees a plain message. */
export const pageFailed = (log: Log, error: unknown): void => log.error({ error }, 'public page failed')

const BUTTON_END = '</button>'

/**
 * Sends a page in two pieces: everything up to the end of its first button, pushed out at once, then the rest. On a slow
 * line the button is painted while fields and script are still under way (a compressor would otherwise hold it back).
 */
export function sendButtonFirst(res: Response, page: string): void {
  const cut = page.indexOf(BUTTON_END) + BUTTON_END.length
  res.type('html')
  res.write(page.slice(0, cut))
  // Present when the compression middleware is in front.
  const { flush } = res as { flush?: () => void }
  flush?.call(res)
  setImmediate(() => res.end(page.slice(cut)))
}
