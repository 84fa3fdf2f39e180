import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { BUILD } from '../settings/build.ts'
import { type Config, ConfigError } from '../settings/config.ts'

/** A process's report on its own health. With reasons it should be restarted. */
export interface HealthReport {
  /** Each a sentence about something that a restart mends; empty while all is well. */
  reasons: string[]
  /** What the probe may show beside it. */
  detail: Record<string, unknown>
}

export interface PrivatePort {
  /** Where it listens, e.g. `http://127.0.0.1:9464`. */
  url: string
  close(): Promise<void>
}

/** What a process answers on its private port. */
export interface Probes {
  life(): HealthReport | Promise<HealthReport>
  /** `ready`, or in words what is missing until it can do its work. */
  readiness(): Promise<string>
}

/**
 * `/metrics` (Prometheus text), `/healthz` and `/readyz` on a port of their own, `METRICS_PORT`, for monitoring and not for the
 * public. Null when the setting is missing. Rejects when the port is taken.
 */
export async function openPrivatePort(config: Config, registry: Registry, probes: Probes): Promise<PrivatePort | null> {
  if (config.METRICS_PORT === undefined) return null
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tvarit_build_info',
    help: 'Which build this process runs; always 1.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(BUILD, 1)
  const server = http.createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (request.method !== 'GET' || !['/metrics', '/healthz', '/readyz'].includes(path ?? '')) {
      return void response.writeHead(404).end('Only GET /metrics, GET /healthz and GET /readyz are here.\n')
    }
    if (path === '/healthz')
      return void Promise.resolve(probes.life()).then(
        (report) => sendHealth(response, report),
        () => response.destroy(),
      )
    if (path === '/readyz')
      return void probes.readiness().then(
        (status) => sendReadiness(response, status),
        () => response.destroy(),
      )
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end('The metrics could not be read.\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `METRICS_PORT ${config.METRICS_PORT} is taken: give each process of a machine its own.`
      reject(error.code === 'EADDRINUSE' ? new ConfigError(taken, { cause: error }) : error)
    })
    server.listen(config.METRICS_PORT, config.METRICS_HOST, resolve)
  })
  return {
    url: `http://${config.METRICS_HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      registry.clear()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** 200 while there is nothing to mend, else 503 with every reason. */
export function sendHealth(response: http.ServerResponse, { reasons, detail }: HealthReport): void {
  const status = reasons.length === 0 ? 'alive' : 'stuck'
  response
    .writeHead(reasons.length === 0 ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify({ status, ...BUILD, ...(reasons.length > 0 ? { reasons } : {}), ...detail }))
}

/** 200 when it can do its work, else 503 with what is missing. */
export function sendReadiness(response: http.ServerResponse, status: string): void {
  response
    .writeHead(status === 'ready' ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify({ status }))
}
