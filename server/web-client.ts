import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { type Config, ConfigError } from '@tvarit/shared/platform/settings/config'
import express, { type Router } from 'express'
import staticGzip from 'express-static-gzip'
import { tileArchiveUrl } from './rest/map-file.ts'
import { html, jsonForScript } from './context/html.ts'
import { initialContent, languageOfPage, pageHead, robotsText, siteMap } from './page-head.ts'
import type { PublicFacts } from '@tvarit/shared/contracts/public-facts'
import { publicFacts } from './public-facts.ts'

const DIST = path.join(import.meta.dirname, '../web/dist')

/** The built web client: hashed files for a year, the page itself fresh each time with its own nonce. */
export function webClient(settings: Config): Router {
  const file = path.join(DIST, 'index.html')
  if (!fs.existsSync(file)) throw new ConfigError('The web client is not built: run npm run build.')
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
  router.get('/sw.js', (_request, response, next) => {
    // A service worker must be able to go away: the browser asks for it each time.
    response.set('cache-control', 'no-cache')
    next()
  })
  router.get('/manifest.webmanifest', (_request, response) => {
    response.type('application/manifest+json').set('cache-control', 'no-cache').send(manifestOf(settings.BRAND_NAME))
  })
  const base = settings.PUBLIC_URL
  router.get('/robots.txt', (_request, response) => void response.type('text/plain').send(robotsText(base)))
  router.get('/sitemap.xml', (_request, response) => void response.type('application/xml').send(siteMap(base)))
  router.use(express.static(DIST, { index: false, maxAge: '1h', cacheControl: false, setHeaders: cacheOneHour }))
  const facts = publicFacts(settings)
  const page = withSettings(fs.readFileSync(file, 'utf8'), settings, facts)
  const paths = JSON.parse(fs.readFileSync(path.join(DIST, '.paths.json'), 'utf8')) as Record<string, string[]>
  // The client says "Oops! Page not found" for the others; robots and monitors get the 404 status, too.
  for (const [route, files] of Object.entries(paths)) {
    const hints = files.map(hint).join('')
    router.get(route, (_request, response, next) => {
      response.locals.route = route
      response.locals.hints = hints
      next()
    })
  }
  router.get('/{*path}', (request, response) => {
    const { route = '', hints, nonce } = response.locals as { route?: string; hints?: string; nonce: string }
    const language = languageOfPage(route, request.query.lang ?? request.acceptsLanguages(['en', 'hi']))
    const model = { route, language, facts, base }
    response
      .status(hints === undefined ? 404 : 200)
      .type('html')
      .set('cache-control', 'no-store')
      .send(
        page
          .replaceAll('__NONCE__', nonce)
          .replace('lang="en-IN"', `lang="${language}-IN"`)
          .replace('<!--first words-->', () => initialContent(model).markup)
          .replace('</head>', () => `${pageHead(model).markup}${hints ?? ''}</head>`),
      )
  })
  return router
}

/** All but the service worker, whose answer says so already. */
function cacheOneHour(response: ServerResponse): void {
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'public, max-age=3600')
}

/** Makes the office an app that a phone can install: iPhones allow push only to those. */
const manifestOf = (name: string) => ({
  name,
  short_name: name,
  id: '/',
  start_url: '/qr-alerts',
  display: 'standalone',
  background_color: '#06363b',
  theme_color: '#06363b',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** Lets the browser fetch a file of the page at once, not only when the modules before it have run. */
const hint = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

/** Settings as blocks of data, which no policy has to allow: browsers do not run them. */
function withSettings(page: string, settings: Config, facts: PublicFacts): string {
  const blocks = html`<script type="application/json" id="brand">
      ${jsonForScript(facts)}
    </script>
    <script type="application/json" id="map-settings">
      ${jsonForScript({
        pmtiles: tileArchiveUrl(settings),
        tiles: settings.MAP_TILE_URL ?? null,
        attribution: settings.MAP_ATTRIBUTION,
      })}
    </script>`
  return page.replace(/<title>.*?<\/title>/s, () => blocks.markup)
}
