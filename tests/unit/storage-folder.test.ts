import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { filesKept } from '../harness/chain.ts'
import { storageFolder } from '../harness/storage-folder.ts'

const { at, config, localFile } = storageFolder()
afterEach(() => vi.restoreAllMocks())

describe('the folder', () => {
  const key = 'bulk/job-1.zip'
  let storage: Storage
  let target: string
  beforeEach(() => {
    storage = createStorage(config())
    target = at('data/files', key)
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

  test.each(ways)('when the disk is full, %s is rejected in clear words and the old file stays', async (_, put) => {
    await put('old')
    await onSync(() => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })))
    await expect(put('new')).rejects.toThrow('No space is left for files: make room in DATA_DIR.')
    expect([filesKept({ config: config() }), fs.readFileSync(target, 'utf8')]).toEqual([[key], 'old'])
  })

  test.each(ways)('%s that cannot take its name leaves nothing', async (_, put) => {
    fs.mkdirSync(path.join(target, 'in-the-way'), { recursive: true })
    await expect(put('x')).rejects.toThrow()
    expect(filesKept({ config: config() })).toEqual([])
  })

  test.each(ways)('%s can be read by nobody else', async (_, put) => {
    await put('x')
    const mode = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)
    expect([mode(target), mode(path.dirname(target)), mode(at('data'))]).toEqual(['600', '700', '700'])
  })

  test('a reader of a file reads it to its end while another takes its place', async () => {
    const old = randomBytes(1024 * 1024)
    await storage.put(key, old, 'application/zip')
    const { stream } = await storage.open(key)
    await storage.put(key, Buffer.from('new'), 'application/zip')
    expect((await buffer(stream)).equals(old)).toBe(true)
    expect((await storage.read(key)).toString()).toBe('new')
  })
})
