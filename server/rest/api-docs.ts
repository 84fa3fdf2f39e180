import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { AnyTRPCRouter } from '@trpc/server'
import express, { type RequestHandler, type Router } from 'express'
import { html, type SafeHtml } from '../context/html.ts'
import type { ProcessCtx } from '../context/request-context.ts'
import { openApiDocument } from './openapi-document.ts'

const made = new Map<string, Router>()

/** `/api/openapi.json`, and `/api/docs` to read it: a page without scripts. They are made once a brand: 0.5 and 0.8 MB. */
export function apiDocs({ config: { BRAND_NAME } }: ProcessCtx, router: AnyTRPCRouter): Router {
  const routes = made.get(BRAND_NAME) ?? makeDocs(BRAND_NAME, router)
  made.set(BRAND_NAME, routes)
  return routes
}

function makeDocs(brand_name: string, router: AnyTRPCRouter): Router {
  const document = openApiDocument(router, brand_name) as unknown as Document
  const routes = express.Router()
  routes.get('/api/openapi.json', ready('json', JSON.stringify(document)))
  routes.get('/api/docs', ready('html', page(document).markup))
  routes.get('/api/docs.css', ready('css', STYLE))
  return routes
}

/** Answers with a text that is hashed and compressed now. `no-transform` keeps it from being compressed again. */
function ready(type: string, text: string): RequestHandler {
  const [plain, packed] = [Buffer.from(text), gzipSync(text)]
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  return (request, response) => {
    response.type(type).set({ etag, 'cache-control': 'no-cache, no-transform', vary: 'accept-encoding' })
    if (!request.acceptsEncodings('gzip')) return void response.send(plain)
    response.set('content-encoding', 'gzip').send(packed)
  }
}

interface Described {
  operationId: string
  summary: string
  tags: string[]
  'x-roles'?: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}

interface Document {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Described>>
}

function page({ info, paths }: Document): SafeHtml {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const tags = [...new Set(operations.map(({ tags }) => tags[0] ?? ''))].toSorted()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>${info.title}</h1>
          <p>${info.description} The document itself: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
          ${tags.map(
            (tag) =>
              html`<section>
                <h2>${tag}</h2>
                ${operations.filter(({ tags }) => tags[0] === tag).map(operationCard)}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

function operationCard({ path, method, ...operation }: Described & { path: string; method: string }): SafeHtml {
  const body = Object.entries(operation.requestBody?.content ?? {})
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const roles = operation['x-roles']?.join(', ') ?? 'anybody'
  return html`<details>
    <summary><b>${method}</b> <code>${path}</code> <span>${operation.summary}</span></summary>
    <p>For: ${roles}</p>
    ${
      operation.parameters.length > 0 &&
      html`<h3>Parameters</h3>
        <ul>
          ${operation.parameters.map(
            (parameter) =>
              html`<li>
                <code>${parameter.name}</code> (${parameter.in}${parameter.required ? ', required' : ''})
                <code>${JSON.stringify(parameter.schema)}</code>
              </li>`,
          )}
        </ul>`
    }
    ${body.map(
      ([type, { schema }]) =>
        html`<h3>Body, ${type}</h3>
          <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`,
    )}
    ${Object.entries(answer?.content ?? {}).map(
      ([type, { schema }]) =>
        html`<h3>Answer ${status}, ${type}</h3>
          <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`,
    )}
  </details>`
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
details { margin: .5rem 0; padding: .5rem .75rem; border: 1px solid #8886; border-radius: 8px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
h2 { text-transform: capitalize; }
h3 { margin: .75rem 0 .25rem; font-size: 1rem; }
pre { max-height: 24rem; overflow: auto; padding: .75rem; border-radius: 8px; background: #8882; font-size: .8125rem; }
code { overflow-wrap: anywhere; }
`
