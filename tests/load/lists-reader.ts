import http from 'node:http'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/free-port'
import { type BenchDatabase, SECRET_KEY } from './bench-database.ts'
import { type Started, startProcess } from './processes.ts'
import { nowMs, percentile } from './statistics.ts'

export interface Page {
  count: number
  results: { id: number }[]
  next: string | null
}

/** A real server process on the database. */
export async function startReadServer(bench: BenchDatabase): Promise<{ server: Started; url: string }> {
  const port = await freePort()
  const server = await startProcess(path.join(import.meta.dirname, '../../server/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: bench.url,
      SECRET_KEY,
      DATA_DIR: bench.folder,
      LOG_LEVEL: 'error',
    },
  })
  return { server, url: `http://127.0.0.1:${port}` }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** One request on the open connection: its answer and how long it took to the last byte. */
export function get(url: string, access: string): Promise<{ ms: number; page: Page }> {
  return new Promise((resolve, reject) => {
    const begin = nowMs()
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${access}` } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const ms = nowMs() - begin
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) resolve({ ms, page: JSON.parse(text) as Page })
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    request.on('error', reject)
  })
}

export interface Times {
  p50: number
  p95: number
}

export const timesOf = (values: number[]): Times => ({ p50: percentile(values, 0.5), p95: percentile(values, 0.95) })

/** Milliseconds of `count` requests one after the other, after a few that warm up. */
export async function measure(url: string, access: string, count: number): Promise<number[]> {
  const values: number[] = []
  for (let n = -5; n < count; n++) {
    const { ms } = await get(url, access)
    if (n >= 0) values.push(ms)
  }
  return values
}
