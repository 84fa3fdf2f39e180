import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, afterEach, vi } from 'vitest'

/** `cut` and `stall` send the head and some bytes of the answer; then the connection ends, or nothing follows. */
export type S3Behaviour = 'ok' | 'error_500' | 'forbidden' | 'hang' | 'cut' | 'stall'

export interface S3Request {
  method: string
  /** Bucket and key, with the query. */
  path: string
  headers: http.IncomingHttpHeaders
  /** What the request is in S3's own words. */
  action: 'get' | 'put' | 'remove' | 'begin_parts' | 'part' | 'complete_parts' | 'abort_parts'
}

export interface S3Server {
  /** A `STORAGE_URL` of a bucket that is there. */
  storage_url: string
  /** Every request so far, retries as well. */
  requests: S3Request[]
  count(action: S3Request['action']): number
  /** Decides how each request from now on is treated. */
  behave(choose: (request: S3Request) => S3Behaviour): void
  /** Answers to `get` that are still being sent. */
  sending(): number
  /** Keys of all objects in the bucket. */
  keys(): string[]
  /** The declared type of an object. */
  type(key: string): Promise<string | null>
  close(): Promise<void>
}

/** The names under which s3rver keeps what belongs to an object or an unfinished upload. */
const OWN_FILE = /^(.*)\._S3rver_object$/

/** The credentials it knows. The SDK reads them from the environment. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** An S3 server for every test of the file, with its credentials; what a test changes of it ends with that test. */
export async function fileS3(): Promise<S3Server> {
  const server = await startS3()
  const begin = () => {
    for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value)
    server.behave(() => 'ok')
    server.requests.length = 0
  }
  begin()
  afterEach(begin)
  afterAll(async () => {
    await server.close()
    vi.unstubAllEnvs()
  })
  return server
}

/** A real S3 server behind a proxy that notes every request and can fail in S3's ways. */
export async function startS3(): Promise<S3Server> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-s3-'))
  const s3rver = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It gets some signatures of the current SDK wrong.
    allowMismatchedSignatures: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'tvarit-files' }],
  })
  const { port } = await s3rver.run()
  const agent = new http.Agent({ keepAlive: true })
  let choose: (request: S3Request) => S3Behaviour = () => 'ok'
  let sending = 0

  const proxy = http.createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, action: actionOf(method, url) }
    server.requests.push(request)
    const behaviour = choose(request)
    if (behaviour === 'hang') return
    if (behaviour === 'error_500' || behaviour === 'forbidden') {
      const [status, code] = behaviour === 'forbidden' ? [403, 'AccessDenied'] : [500, 'InternalError']
      incoming.resume()
      incoming.on('end', () =>
        outgoing.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`),
      )
      return
    }
    // s3rver cannot abort; that we are asked to is what counts.
    if (request.action === 'abort_parts') return void outgoing.writeHead(204).end()
    const forwarded = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      // The reader has left before the answer came.
      if (outgoing.destroyed) return void answer.destroy()
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (request.action === 'get') {
        sending++
        outgoing.once('close', () => {
          sending--
          answer.destroy()
        })
      }
      if (behaviour === 'ok') return void answer.pipe(outgoing)
      answer.once('data', (first: Buffer) => {
        answer.pause()
        outgoing.write(first.subarray(0, -1), () => behaviour === 'cut' && outgoing.destroy())
      })
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address() as AddressInfo

  const server: S3Server = {
    storage_url: `s3://tvarit-files/tests?endpoint=http://127.0.0.1:${address.port}`,
    requests: [],
    count: (action) => server.requests.filter((request) => request.action === action).length,
    behave: (next) => (choose = next),
    sending: () => sending,
    keys: () =>
      fs
        .readdirSync(path.join(directory, 'tvarit-files'), { recursive: true, encoding: 'utf8' })
        .flatMap((name) => OWN_FILE.exec(name)?.[1] ?? []),
    type: async (key) => (await fetch(`http://127.0.0.1:${port}/tvarit-files/${key}`)).headers.get('content-type'),
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      agent.destroy()
      await s3rver.close()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
  return server
}

function actionOf(method: string, url: string): S3Request['action'] {
  const query = new URL(url, 'http://s3').searchParams
  if (method === 'POST') return query.has('uploads') ? 'begin_parts' : 'complete_parts'
  if (method === 'DELETE') return query.has('uploadId') ? 'abort_parts' : 'remove'
  if (method === 'PUT') return query.has('partNumber') ? 'part' : 'put'
  return 'get'
}
