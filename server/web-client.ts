import fs from 'node:fs'
import path from 'node:path'
import express, { type Router } from 'express'

const DIST = path.join(import.meta.dirname, '../web/dist')

/** The built web client: hashed files for a year, the page itself fresh each time with its own nonce. */
export function webClient(): Router {
  const router = express.Router()
  router.use(
    '/assets',
    express.static(path.join(DIST, 'assets'), { immutable: true, maxAge: '1y' }),
    (_request, response) => {
      // A page of an earlier build asks for a file that is gone: never the start page in its place.
      response.status(404).type('text').send('This file is not part of the running version. Please reload the page.')
    },
  )
  router.use(express.static(DIST, { index: false, maxAge: '1h' }))
  const file = path.join(DIST, 'index.html')
  if (!fs.existsSync(file)) throw new Error('The web client is not built: run npm run build.')
  const html = fs.readFileSync(file, 'utf8')
  router.get('/{*path}', (_request, response) => {
    response
      .type('html')
      .set('cache-control', 'no-store')
      .send(html.replaceAll('__NONCE__', response.locals.nonce as string))
  })
  return router
}
