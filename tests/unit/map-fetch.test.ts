import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { packTiles } from '../../scripts/pack-tiles.ts'

const script = path.join(import.meta.dirname, '../../scripts/map-fetch.ts')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-map-fetch-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const BENGALURU = [77.4, 12.8, 77.8, 13.2] as const
const tile = (z: number) => ({ z, x: 0, y: 0, content: Buffer.alloc(500) })
const archive = (zoom = 14, bounds: Parameters<typeof packTiles>[1] = BENGALURU) =>
  packTiles([tile(10), tile(zoom)], bounds)

async function fetched(...words: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, said: out + err }
}
function written(name: string, content: Buffer): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}
const kept = (name: string) => path.join(folder, 'files/maps', name)

test('an extract of India is put where MAP_PMTILES finds it, with size, zooms and bounds said', async () => {
  const { code, said } = await fetched(written('bengaluru.pmtiles', archive()))
  expect(said).toMatch(
    /^bengaluru\.pmtiles: \d\.\d kB, zoom 10 to 14, 77\.4 to 77\.8 E, 12\.8 to 13\.2 N\. Now set MAP_PMTILES=bengaluru\.pmtiles/,
  )
  expect(code).toBe(0)
  expect(fs.readFileSync(kept('bengaluru.pmtiles'))).toEqual(archive())
})

test('an extract is fetched from an address, under a name of its own', async () => {
  const server = http.createServer((request, response) =>
    request.url === '/a.pmtiles' ? response.end(archive()) : response.writeHead(404).end(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await fetched(`${url}/a.pmtiles`, '--name', 'india-2026.pmtiles')).toMatchObject({ code: 0 })
  expect(fs.readFileSync(kept('india-2026.pmtiles'))).toEqual(archive())
  expect(await fetched(`${url}/b.pmtiles`)).toMatchObject({
    code: 1,
    said: `${url}/b.pmtiles was answered with 404: check the address.\n`,
  })
  server.close()
})

test.each([
  ['no archive', Buffer.alloc(4_000, 'x'), /^This is not a PMTiles archive of version 3/],
  ['one that is cut off', archive().subarray(0, 600), /^The file has 0\.6 kB of \d\.\d kB: it is cut off/],
  ['one without streets', archive(11), /^It ends at zoom 11 and has no streets: extract it with --maxzoom=14/],
  [
    'one of another country',
    archive(14, [2.1, 48.7, 2.5, 49]),
    /which is not India: extract it with --bbox=68,6,98,38/,
  ],
])('%s is not taken, and what is wrong is said', async (_what, content, words) => {
  const { code, said } = await fetched(written('wrong.pmtiles', content))
  expect(said).toMatch(words)
  expect(code).toBe(1)
  expect(fs.existsSync(kept('wrong.pmtiles'))).toBe(false)
})
