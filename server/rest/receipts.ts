import { applyReceipts } from '@tvarit/shared/domain/delivery/apply-receipts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { createSmsProviders } from '@tvarit/shared/platform/sms/create-providers'
import express, { type Router } from 'express'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'

/**
 * `POST /api/receipts/{provider}/`: what a provider tells about delivery. The raw bytes go to the provider's own proof;
 * only a configured provider is listened to.
 */
export function receiptRoutes(base: ProcessCtx): Router {
  const router = express.Router()
  const nowhere = { store: () => Promise.resolve(''), find: () => Promise.resolve(null) }
  const providers = new Map(
    createSmsProviders(base.config, nowhere).map((provider) => [provider.name as string, provider]),
  )
  const body = express.raw({ type: () => true, limit: '64kb' })
  router.post('/api/receipts/:provider', body, async (request, response) => {
    const provider = providers.get(request.params.provider)
    if (!provider?.parseReceipt) throw new DomainError('NOT_FOUND', 'This provider is not in use.')
    const raw: unknown = request.body
    const result = provider.parseReceipt({
      path: request.originalUrl,
      headers: request.headers,
      body: Buffer.isBuffer(raw) ? raw.toString('utf8') : '',
    })
    if (!result.accepted) {
      const forged = result.reason === 'forged'
      throw new DomainError(
        forged ? 'FORBIDDEN' : 'BAD_REQUEST',
        forged ? 'The signature is wrong.' : 'The receipt could not be read.',
      )
    }
    await applyReceipts({
      ctx: publicContext(base, request),
      input: { provider: provider.name, receipts: result.receipts },
    })
    response.json({ detail: 'ok' })
  })
  return router
}
