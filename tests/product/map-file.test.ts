import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { readS3Place } from '@tvarit/shared/platform/settings/s3-place'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { checkMapFile } from '@tvarit/server/rest/map-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileS3 } from '../harness/s3-server.ts'
import { streetArchive } from '../harness/street-archive.ts'
import { fileWorld } from '../harness/world.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')
const s3 = await fileS3()
const archive = streetArchive()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-maps-'))
const world = await fileWorld({ web: true, worker: false })
const settings = {
  DATABASE_URL: 'postgres://127.0.0.1/none',
  SECRET_KEY: '0123456789abcdef'.repeat(2),
  DATA_DIR: folder,
}
let address = ''

beforeAll(async () => {
  await createStorage(world.config).put('maps/city.pmtiles', archive, 'application/octet-stream')
  const { url } = await world.anotherServer({ MAP_PMTILES: 'city.pmtiles' })
  address = `${url}/map/city.pmtiles`
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const ask = (range?: string) => fetch(address, { headers: range ? { range } : {} })

test('a range of the archive is a 206 with exactly its bytes and cache lifetime', async () => {
  for (const [range, start, end] of [
    ['bytes=0-126', 0, 126],
    ['bytes=7-7', 7, 7],
    [`bytes=${archive.length - 10}-`, archive.length - 10, archive.length - 1],
    ['bytes=-5', archive.length - 5, archive.length - 1],
    // The end of the file ends the piece.
    [`bytes=100-${archive.length + 500}`, 100, archive.length - 1],
  ] as const) {
    const answer = await ask(range)
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${archive.length}`)
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(archive.subarray(start, end + 1))
    expect(answer.headers.get('etag')).toMatch(/^"/)
    expect(answer.headers.get('cache-control')).toContain('max-age=86400')
  }
})

test.each([undefined, 'bytes=', 'bytes=9-3', 'bytes=99999999-', 'bytes=0-1,5-6', 'lines=0-5', 'bytes=a-b'])(
  'what is not one piece of the archive is answered with 416 and its size: %s',
  async (range) => {
    const answer = await ask(range)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${archive.length}`)
    expect((await answer.text()).length).toBeLessThan(100)
  },
)

test('no other file of the store is served, and none at all without the setting', async () => {
  expect((await fetch(address.replace('city', 'country'), { headers: { range: 'bytes=0-5' } })).status).toBe(404)
  expect((await fetch(`${world.url}/map/city.pmtiles`, { headers: { range: 'bytes=0-5' } })).status).toBe(404)
})

test('a missing or invalid PMTiles file stops a deployment with setting and file named', async () => {
  const config = readConfig({ ...settings, MAP_PMTILES: 'india.pmtiles' })
  const storage = createStorage(config)
  await expect(checkMapFile(config, storage)).rejects.toThrow(
    'Wrong setting. MAP_PMTILES: there is no india.pmtiles in the folder maps of the file store',
  )
  await storage.put('maps/india.pmtiles', Buffer.from('PK'), 'application/octet-stream')
  await expect(checkMapFile(config, storage)).rejects.toThrow(
    'Wrong setting. MAP_PMTILES: india.pmtiles is not a PMTiles archive, version 3.',
  )
  await storage.put('maps/india.pmtiles', archive, 'application/octet-stream')
  expect(await checkMapFile(config, storage)).toBe(archive.length)
  const env = { ...process.env, ...world.environment, MAP_PMTILES: 'gone.pmtiles' }
  await expect(run(process.execPath, ['scripts/migrate.ts'], { cwd: root, env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no gone.pmtiles'),
  })
})

test('a server starts without its map’s bucket, and shows the map when it is back', async () => {
  const STORAGE_URL = readS3Place(s3.storage_url)
  await createStorage({ ...world.config, STORAGE_URL }).put('maps/city.pmtiles', archive, 'application/octet-stream')
  s3.behave(() => 'hang')
  const { url } = await world.anotherServer({ MAP_PMTILES: 'city.pmtiles', STORAGE_URL })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  s3.behave(() => 'ok')
  const piece = await fetch(`${url}/map/city.pmtiles`, { headers: { range: 'bytes=0-6' } })
  expect([piece.status, await piece.text()]).toEqual([206, 'PMTiles'])
})

test.each(['../india.pmtiles', 'India.pmtiles', 'india.mbtiles', 'file:///etc/x.pmtiles', '/etc/x.pmtiles'])(
  'what is neither a name of the store nor an http(s) address is rejected: %s',
  (MAP_PMTILES) => {
    expect(() => readConfig({ ...settings, MAP_PMTILES })).toThrow('MAP_PMTILES: must be an http(s) address, or a name')
  },
)

test('pages may ask the origin of the archive and of no other, and never evaluate text', async () => {
  const policy = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''
  const elsewhere = await world.anotherServer({ MAP_PMTILES: 'https://maps.example/in/india.pmtiles?v=2' })
  expect(await policy(elsewhere.url)).toContain("connect-src 'self' https://maps.example;")
  expect(await policy(world.url)).toContain("connect-src 'self';")
  expect(await policy(elsewhere.url)).not.toMatch(/unsafe-eval|worker-src|blob: [^;]*script/)
})
