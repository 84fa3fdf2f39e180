import { promisify } from 'node:util'
import { PHONE_CHANNELS } from '@tvarit/shared/contracts/messages'
import { applyReceipts } from '@tvarit/shared/domain/delivery/apply-receipts'
import { readSpokenWords } from '@tvarit/shared/domain/delivery/read-spoken-words'
import { createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import { receiptPath } from '@tvarit/shared/platform/carriers/provider'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import express, { type Router } from 'express'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'

/**
 * `/api/receipts/{provider}/[{channel}/]`: a provider's receipts, and what it asks during a call. Nothing is read for a
 * provider that is not configured, nor without the header that carries its proof. The raw bytes go to that proof.
 */
export function receiptRoutes(base: ProcessCtx): Router {
  const router = express.Router()
  const nowhere = { store: () => Promise.resolve(''), find: () => Promise.resolve(null) }
  const providers = new Map(
    PHONE_CHANNELS.flatMap((channel) =>
      createProviders(channel, base.config, nowhere).map((provider) => [receiptPath(provider.name, channel), provider]),
    ),
  )
  const readBody = promisify(express.raw({ type: () => true, limit: '64kb' }))
  router.all(['/api/receipts/:provider', '/api/receipts/:provider/:channel{/:step}'], async (request, response) => {
    const { provider: name, channel } = request.params as Record<string, string>
    const provider = providers.get(`/api/receipts/${name}/${channel ? `${channel}/` : ''}`)
    if (!provider?.parseReceipt) throw new DomainError('NOT_FOUND', 'This provider is not in use.')
    if (provider.mayProve?.(request) === false) throw forged()
    await readBody(request, response)
    const raw: unknown = request.body
    const result = provider.parseReceipt({
      path: request.originalUrl,
      headers: request.headers,
      body: Buffer.isBuffer(raw) ? raw.toString('utf8') : '',
    })
    if (!result.accepted) {
      throw result.reason === 'forged' ? forged() : new DomainError('BAD_REQUEST', 'The receipt could not be read.')
    }
    const ctx = publicContext(base, request)
    await applyReceipts({ ctx, input: { provider: provider.name, receipts: result.receipts } })
    if (!result.question) return void response.json({ detail: 'ok' })
    const { message_id, answer } = result.question
    const words = answer(await readSpokenWords({ ctx, input: { message_id } }))
    response.status(words.status).type(words.type).send(words.body)
  })
  return router
}

const forged = (): DomainError => new DomainError('FORBIDDEN', 'The signature is wrong.')
