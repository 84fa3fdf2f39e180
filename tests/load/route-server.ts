import http from 'node:http'
import { createServerMetrics } from '@tvarit/server/context/metrics'
import { scanApi } from '@tvarit/server/rest/scan-api'
import type { ProcessCtx } from '@tvarit/server/context/request-context'
import { readConfig } from '@tvarit/shared/platform/config'
import express, { type Express } from 'express'

/**
 * The route that raises an alert, with everything but the database: `ours` is the product's own route with its limits,
 * validation and verb, on a database whose transaction answers at once; `plain` is Express with a JSON body and the
 * same answer.
 */
const answer = { id: 123456, status: 'PENDING', status_url: '/a/1234567890ABCDEF' }

function ours(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', 1)
  app.set('query parser', 'simple')
  const db = { transaction: () => ({ execute: () => Promise.resolve(answer) }) }
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    SECRET_KEY: '0123456789abcdef'.repeat(2),
  })
  app.use(scanApi({ db, config, metrics: createServerMetrics() } as unknown as ProcessCtx))
  return app
}

function plain(): Express {
  const app = express()
  app.use(express.json())
  app.post('/api/scan/:token/alerts', async (_request, response) => {
    await Promise.resolve()
    response.status(201).json(answer)
  })
  return app
}

const server = http.createServer(process.env.ROUTE === 'ours' ? ours() : plain())
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send!('ready'))
