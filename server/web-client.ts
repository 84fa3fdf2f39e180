import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '@tvarit/shared/platform/config'
import express, { type Router } from 'express'
import staticGzip from 'express-static-gzip'
import { html, jsonForScript } from './context/html.ts'

const DIST = path.join(import.meta.dirname, '../web/dist')

type PageSettings = Pick<
  Config,
  'BRAND_NAME' | 'BRAND_EMAIL' | 'BRAND_PHONE' | 'BRAND_ADDRESS' | 'BRAND_MAP_URL' | 'MAP_TILE_URL' | 'MAP_ATTRIBUTION'
>

/** The built web client: hashed files for a year, the page itself fresh each time with its own nonce. */
export function webClient(settings: PageSettings): Router {
  const router = express.Router()
  router.use(
    '/assets',
    // The build left a .br beside each; the middleware that compresses answers leaves those alone.
    staticGzip(path.join(DIST, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
    (_request, response) => {
      // A page of an earlier build asks for a file that is gone: never the start page in its place.
      response.status(404).type('text').send('This file is not part of the running version. Please reload the page.')
    },
  )
  router.use(express.static(DIST, { index: false, maxAge: '1h' }))
  const file = path.join(DIST, 'index.html')
  if (!fs.existsSync(file)) throw new Error('The web client is not built: run npm run build.')
  const page = withSettings(fs.readFileSync(file, 'utf8'), settings)
  const paths = JSON.parse(fs.readFileSync(path.join(DIST, '.paths.json'), 'utf8')) as string[]
  // The client says "Oops! Page not found" for the others; robots and people who read status codes get the truth, too.
  router.get(paths, (_request, response, next) => {
    response.locals.exists = true
    next()
  })
  router.get('/{*path}', (_request, response) => {
    response
      .status(response.locals.exists ? 200 : 404)
      .type('html')
      .set('cache-control', 'no-store')
      .send(page.replaceAll('__NONCE__', response.locals.nonce as string))
  })
  return router
}

/** The brand in the title, and settings as blocks of data, which no policy has to allow: browsers do not run them. */
function withSettings(page: string, settings: PageSettings): string {
  const brand = {
    name: settings.BRAND_NAME,
    email: settings.BRAND_EMAIL,
    phone: settings.BRAND_PHONE,
    address: settings.BRAND_ADDRESS,
    map_url: webAddress(settings.BRAND_MAP_URL),
  }
  const head = html`<title>${brand.name}</title>
    <script type="application/json" id="brand">
      ${jsonForScript(brand)}
    </script>
    ${settings.MAP_TILE_URL && tileBlock(settings.MAP_TILE_URL, settings.MAP_ATTRIBUTION)}`
  return page.replace(/<title>.*?<\/title>/s, () => head.markup)
}

const tileBlock = (url: string, attribution: string) =>
  html`<script type="application/json" id="map-tiles">
    ${jsonForScript({ url, attribution })}
  </script>`

/** A setting becomes a link that people press: only an http(s) address may, anything else is left out. */
function webAddress(text: string): string {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : ''
}
