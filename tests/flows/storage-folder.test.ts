import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '@tvarit/shared/platform/config'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { S3_CREDENTIALS, type S3Server, startS3 } from '../harness/s3-server.ts'

const MB = 1024 * 1024

let s3: S3Server
let folder: string
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-storage-'))
  s3.behave(() => 'ok')
  s3.requests.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  fs.rmSync(folder, { recursive: true, force: true })
})

function config(settings: Record<string, string> = {}) {
  const needed = {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://127.0.0.1/none',
    SECRET_KEY: '0123456789abcdef'.repeat(2),
  }
  return readConfig({ ...needed, DATA_DIR: path.join(folder, 'data'), ...settings })
}

function localFile(content: Buffer | string): string {
  const file = path.join(folder, 'made-here.bin')
  fs.writeFileSync(file, content)
  return file
}

/** Every file below the folder of the product's own data. */
function filesKept(): string[] {
  const root = path.join(folder, 'data/files')
  if (!fs.existsSync(root)) return []
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

describe('the folder', () => {
  const key = 'bulk/job-1.zip'
  let storage: Storage
  let target: string
  beforeEach(() => {
    storage = createStorage(config())
    target = path.join(folder, 'data/files', key)
  })
  const ways = [
    ['content', (text: string) => storage.put(key, Buffer.from(text), 'application/zip')],
    ['a local file', (text: string) => storage.putFile(key, localFile(text), 'application/zip')],
  ] as const

  /** Stands in for every wait until something is on the disk. */
  async function onSync(does: () => Promise<void>) {
    const handle = await fs.promises.open(os.tmpdir())
    vi.spyOn(Object.getPrototypeOf(handle) as fs.promises.FileHandle, 'sync').mockImplementation(does)
    await handle.close()
  }

  test.each(ways)(
    '%s is on the disk before it takes its name, and its name before the call returns',
    async (_, put) => {
      await put('old')
      const seen: string[] = []
      await onSync(() => Promise.resolve(void seen.push(fs.readFileSync(target, 'utf8'))))
      await put('new')
      expect(seen).toEqual(['old', 'new'])
    },
  )

  test('folders that are new are on the disk as well', async () => {
    let waits = 0
    await onSync(() => Promise.resolve(void waits++))
    await storage.put(key, Buffer.from('x'), 'application/zip')
    // The file, then data/files/bulk, data/files, data, and the folder in which data is new.
    expect(waits).toBe(5)
  })

  test.each(ways)('when the disk is full, %s is refused in clear words and the old file stays', async (_, put) => {
    await put('old')
    await onSync(() => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })))
    await expect(put('new')).rejects.toThrow('No space is left for files: make room in DATA_DIR.')
    expect([filesKept(), fs.readFileSync(target, 'utf8')]).toEqual([[key], 'old'])
  })

  test.each(ways)('%s that cannot take its name leaves nothing', async (_, put) => {
    fs.mkdirSync(path.join(target, 'in-the-way'), { recursive: true })
    await expect(put('x')).rejects.toThrow()
    expect(filesKept()).toEqual([])
  })

  test.each(ways)('%s can be read by nobody else', async (_, put) => {
    await put('x')
    const mode = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)
    expect([mode(target), mode(path.dirname(target)), mode(path.join(folder, 'data'))]).toEqual(['600', '700', '700'])
  })

  test('a reader of a file reads it to its end while another takes its place', async () => {
    const old = randomBytes(MB)
    await storage.put(key, old, 'application/zip')
    const { stream } = await storage.open(key)
    await storage.put(key, Buffer.from('new'), 'application/zip')
    expect((await buffer(stream)).equals(old)).toBe(true)
    expect((await storage.read(key)).toString()).toBe('new')
  })
})
