import type { Request, Response } from 'express'
import { type Language, languageOfTag } from '@tvarit/shared/contracts/languages'
import type { Brand } from './layout.ts'
import { type MessagePageModel, renderMessagePage } from './message-page.ts'
import { securePage } from './page-response.ts'

/**
 * The language of a page: what the address asks for (`?lang=hi`), else that of the person whose link it is, else the
 * best we have of what the phone prefers (Accept-Language), else English.
 */
export function languageOf(req: Request, own: Language | null = null): Language {
  const asked = typeof req.query.lang === 'string' ? [req.query.lang] : []
  return (
    [...asked, ...(own ? [own] : []), ...req.acceptsLanguages()]
      .map(languageOfTag)
      .find((each) => each !== undefined) ?? 'en'
  )
}

/** Whether a script asks, which reads JSON. */
export const wantsJson = (req: Request): boolean =>
  Boolean(req.is('json')) || req.path.endsWith('/state') || req.get('accept') === 'application/json'

/** A named part of the path. */
export const pathPart = (req: Request, name: string): string => String(req.params[name])

/**
 * Where the browser goes after a form: path and language only, so that it stays on the host it is on. The policy for
 * forms (`form-action 'self'`) would stop it on the way to another.
 */
export function statusPath(status_url: string, base: string, language: Language, phone_problem: boolean): string {
  const { pathname } = new URL(status_url, base)
  return `${pathname}?lang=${language}${phone_problem ? '&problem=phone' : ''}`
}

/** Answers with a page that says why there is nothing else. */
export function sendMessage(
  req: Request,
  res: Response,
  status: number,
  brand: Brand,
  message: Pick<MessagePageModel, 'reason' | 'back' | 'retry'>,
): void {
  const nonce = securePage(res)
  res.status(status).type('html')
  res.send(renderMessagePage({ ...message, brand, language: languageOf(req), nonce }))
}
