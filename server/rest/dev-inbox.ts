import { indianDate, indianTime } from '@tvarit/shared/contracts/indian-time'
import { isLoopback } from '@tvarit/shared/platform/config'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { listDevMessages } from '@tvarit/shared/domain/delivery/list-dev-messages'
import express, { type Router } from 'express'
import { html } from '../context/html.ts'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'

/**
 * The development inbox: every message the console provider "sent". Mounted only with that provider, which production
 * refuses, so that there the addresses do not exist.
 */
export function devInbox(base: ProcessCtx): Router {
  const router = express.Router()
  // A page of a foreign name that leads to this machine must not read codes (DNS rebinding).
  const own = new URL(base.config.PUBLIC_URL).hostname
  router.use(['/api/dev', '/dev'], (request, _response, next) => {
    const host = request.hostname ?? ''
    if (host !== own && !isLoopback(host))
      throw new DomainError('FORBIDDEN', `Open this page as ${base.config.PUBLIC_URL}.`)
    next()
  })
  const read = (request: express.Request) => {
    const to = typeof request.query.to === 'string' ? request.query.to : undefined
    return listDevMessages({ ctx: publicContext(base, request), input: { to } })
  }
  router.get('/api/dev/messages', async (request, response) => {
    response.json(await read(request))
  })
  router.get('/dev/messages', async (request, response) => {
    const markup = page(response.locals.nonce as string, await read(request)).markup
    response.set('cache-control', 'no-store').type('html').send(markup)
  })
  return router
}

const time = (iso: string) => `${indianDate(iso)}, ${indianTime(iso)}`

type Rows = Awaited<ReturnType<typeof listDevMessages>>

const page = (nonce: string, rows: Rows) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" /><meta http-equiv="refresh" content="3" /><title>
        Development inbox
      </title>
      <style nonce="${nonce}">
        :root {
          color-scheme: light dark;
        }
        body {
          font: 16px/1.5 system-ui;
          margin: 2rem auto;
          max-width: 70rem;
          padding: 0 1rem;
        }
        table {
          border-collapse: collapse;
          width: 100%;
        }
        td,
        th {
          text-align: left;
          vertical-align: top;
          padding: 0.5rem 0.75rem;
          border-bottom: 1px solid #8884;
        }
        td:last-child {
          overflow-wrap: anywhere;
          white-space: pre-line;
        }
        @media (max-width: 40rem) {
          td,
          th {
            padding: 0.5rem 0.25rem;
          }
          tr > :nth-child(3) {
            display: none;
          }
        }
      </style>
      <h1>Development inbox</h1>
      <p>Messages this machine would have sent. Newest first, reloads by itself.</p>
      ${
        rows.length > 0
          ? html`<table>
              <tr>
                <th>When</th>
                <th>To</th>
                <th>Template</th>
                <th>Text</th>
              </tr>
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td>${time(row.created_at)}</td>
                    <td>${row.to}</td>
                    <td>${row.template}</td>
                    <td>${row.subject && html`<b>${row.subject}</b><br />`}${row.text}</td>
                  </tr>`,
              )}
            </table>`
          : html`<p><b>No message yet.</b> Ask for a code or raise an alert.</p>`
      }
    </html>`
