import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fileWorld } from '../harness/world.ts'

const ASSETS = path.join(import.meta.dirname, '../../web/dist/assets')

const world = await fileWorld({ web: true, worker: false })

/** A request whose body stays as it was sent; fetch would unpack it. */
function get(where: string, encoding: string): Promise<{ headers: http.IncomingHttpHeaders; bytes: number }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${world.url}${where}`, { headers: { 'accept-encoding': encoding } }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve({ headers: response.headers, bytes }))
      })
      .on('error', reject)
  })
}

test('a script is sent as compressed by the build, cached for a year, plain without brotli', async () => {
  const name = fs.readdirSync(ASSETS).find((file) => /^react-.*\.js$/.test(file))!
  const packed = await get(`/assets/${name}`, 'gzip, deflate, br')
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.bytes).toBe(fs.statSync(path.join(ASSETS, `${name}.br`)).size)
  expect(packed.headers['content-type']).toMatch(/javascript/)
  expect(packed.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
  expect(packed.headers.vary).toMatch(/accept-encoding/i)
  const plain = await get(`/assets/${name}`, 'identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.bytes).toBe(fs.statSync(path.join(ASSETS, name)).size)
})

test('the ground of maps is sent like a script: compressed, for a year, and at most 300 KB', async () => {
  const name = fs.readdirSync(ASSETS).find((file) => /^base-map-.*\.bin$/.test(file))!
  const packed = await get(`/assets/${name}`, 'gzip, deflate, br')
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers['content-type']).toBe('application/octet-stream')
  expect(packed.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
  expect(packed.bytes).toBeLessThan(300_000)
})

test('a file of an earlier build is not found, never answered with the start page', async () => {
  const answer = await fetch(`${world.url}/assets/landing-page-00000000.js`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/text\/plain/)
})
