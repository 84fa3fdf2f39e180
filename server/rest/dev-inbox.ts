import { indianDate, indianTime } from '@tvarit/shared/contracts/indian-time'
import { applyReceipts } from '@tvarit/shared/domain/delivery/apply-receipts'
import type { Receipt } from '@tvarit/shared/platform/carriers/provider'
import { isLoopback } from '@tvarit/shared/platform/settings/config'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { listDevMessages } from '@tvarit/shared/domain/delivery/list-dev-messages'
import express, { type Router } from 'express'
import { html } from '../context/html.ts'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'

/** What a person can do with a message or a call in the inbox: the receipts that a provider would send. */
const RECEIPTS: Partial<Record<string, Record<string, Receipt['state'][]>>> = {
  voice: {
    Answer: ['ringing', 'answered'],
    'Press 1': ['ringing', 'answered', 'confirmed'],
    Reject: ['ringing', 'busy'],
    'No answer': ['ringing', 'no_answer'],
  },
  whatsapp: { Deliver: ['delivered'], Read: ['delivered', 'read'], 'Not on WhatsApp': ['failed'] },
  sms: { Deliver: ['delivered'] },
}

/**
 * The development inbox: every message the console provider "sent", every call it "placed". Mounted only with that provider, which production
 * rejects, so that there the addresses do not exist.
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
  router.post('/dev/messages/:id', express.urlencoded({ extended: false }), async (request, response) => {
    const ctx = publicContext(base, request)
    const row = (await listDevMessages({ ctx, input: {} })).find(({ id }) => String(id) === request.params.id)
    const { action } = (request.body ?? {}) as { action?: string }
    const states = row && action ? RECEIPTS[row.channel]?.[action] : undefined
    if (!row || !states) throw new DomainError('NOT_FOUND', 'This cannot be done with this message.')
    const provider_id = String(row.id)
    await applyReceipts({
      ctx,
      input: { provider: 'console', receipts: states.map((state) => ({ provider_id, message_id: null, state })) },
    })
    response.redirect(303, '/dev/messages')
  })
  router.get('/dev/messages', async (request, response) => {
    const markup = page(response.locals.nonce as string, await read(request)).markup
    response.set('cache-control', 'no-store').type('html').send(markup)
  })
  return router
}

const time = (iso: string) => `${indianDate(iso)}, ${indianTime(iso)}`

type Rows = Awaited<ReturnType<typeof listDevMessages>>

const CHANNELS = { sms: 'SMS', whatsapp: 'WhatsApp', voice: 'Call', email: 'E-mail', sink: 'Nowhere' }

/** Buttons while the message is with the provider: the person may still do something with it. */
const actionsOf = ({ id, channel, state }: Rows[number]) =>
  state !== null &&
  ['sent', 'ringing', 'answered', 'delivered'].includes(state) &&
  html`<form method="post" action="/dev/messages/${id}">
    ${Object.keys(RECEIPTS[channel] ?? {}).map(
      (action) => html`<button name="action" value="${action}">${action}</button>`,
    )}
  </form>`

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
        p {
          margin: 0 0 0.5rem;
          overflow-wrap: anywhere;
          white-space: pre-line;
        }
        form {
          display: flex;
          flex-wrap: wrap;
          gap: 0.5rem;
        }
        button {
          font: inherit;
          min-height: 2.75rem;
          padding: 0 0.75rem;
        }
        @media (max-width: 40rem) {
          tr,
          td {
            display: block;
            padding: 0.125rem 0;
            border: 0;
          }
          tr {
            padding: 0.75rem 0;
            border-bottom: 1px solid #8884;
          }
          th {
            display: none;
          }
        }
      </style>
      <h1>Development inbox</h1>
      <p>Messages this machine would have sent and calls it would have placed. Newest first, reloads on its own.</p>
      ${
        rows.length > 0
          ? html`<table>
              <tr>
                <th>When</th>
                <th>To</th>
                <th>Template</th>
                <th>Channel</th>
                <th>Text</th>
              </tr>
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td>${time(row.created_at)}</td>
                    <td>${row.to}</td>
                    <td>${row.template}</td>
                    <td>${CHANNELS[row.channel]}<br />${row.state?.replace('_', ' ')}</td>
                    <td>
                      ${row.subject && html`<p><b>${row.subject}</b></p>`}
                      <p lang="${row.language ?? 'en'}">${row.text}</p>
                      ${actionsOf(row)}
                    </td>
                  </tr>`,
              )}
            </table>`
          : html`<p><b>No message yet.</b> Ask for a code or raise an alert.</p>`
      }
    </html>`
