import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '@tvarit/shared/platform/config'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'
import { MissingFile } from '@tvarit/shared/platform/storage/file-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { S3_CREDENTIALS, type S3Server, startS3 } from '../harness/s3-server.ts'

const MB = 1024 * 1024
const BAD_KEYS = [
  '',
  'photos',
  'photos/',
  'me.jpg',
  '/photos/me.jpg',
  '../me.jpg',
  'photos/../../me.jpg',
  'photos/./me.jpg',
  'photos//me.jpg',
  'photos/.me.jpg',
  'photos/me',
  'photos\\me.jpg',
  'photos/me.jpg\n',
  'photos/m\0e.jpg',
  'photos/%2e%2e/me.jpg',
  'Photos/Me.jpg',
  `photos/${'a'.repeat(200)}.jpg`,
]

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

const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe.each(['folder', 'bucket'])('files in a %s', (kind) => {
  let storage: Storage
  beforeEach(() => {
    storage = createStorage(config(kind === 'bucket' ? { STORAGE_URL: s3.storage_url } : {}))
  })

  test.each([0, 1, 300_000])('a file of %i bytes comes back byte for byte, with its length', async (bytes) => {
    const content = randomBytes(bytes)
    for (const [key, put] of [
      ['photos/put.jpg', () => storage.put('photos/put.jpg', content, 'image/jpeg')],
      ['bulk/file.zip', () => storage.putFile('bulk/file.zip', localFile(content), 'application/zip')],
    ] as const) {
      await put()
      const opened = await storage.open(key)
      expect(opened.bytes).toBe(bytes)
      expect((await buffer(opened.stream)).equals(content)).toBe(true)
      expect((await storage.read(key)).equals(content)).toBe(true)
    }
  })

  test('a large local file comes back the same, twice, and stays with its maker', async () => {
    const content = randomBytes(12 * MB + 17)
    const source = localFile(content)
    await storage.putFile('bulk/job-1.zip', source, 'application/zip')
    for (let time = 0; time < 2; time++) {
      const { bytes, stream } = await storage.open('bulk/job-1.zip')
      expect(bytes).toBe(content.length)
      expect(sha(await buffer(stream))).toBe(sha(content))
    }
    expect(fs.readFileSync(source).equals(content)).toBe(true)
  })

  test('writing again replaces the file as a whole', async () => {
    await storage.put('photos/a.jpg', Buffer.from('the first and longer one'), 'image/jpeg')
    await storage.put('photos/a.jpg', Buffer.from('second'), 'image/jpeg')
    expect((await storage.read('photos/a.jpg')).toString()).toBe('second')
    await storage.putFile('photos/a.jpg', localFile('3'), 'image/jpeg')
    expect((await storage.read('photos/a.jpg')).toString()).toBe('3')
  })

  test('what is not there is a missing file, and removing it is fine', async () => {
    await storage.put('photos/gone.jpg', Buffer.from('x'), 'image/jpeg')
    await storage.remove('photos/gone.jpg')
    await storage.remove('photos/gone.jpg')
    for (const key of ['photos/gone.jpg', 'photos/never.jpg', 'nofolder/never.jpg']) {
      await expect(storage.open(key)).rejects.toThrow(MissingFile)
      await expect(storage.read(key)).rejects.toMatchObject({ key, status: 404 })
    }
  })

  test.each(BAD_KEYS)('%j is no key: nothing is read, written or removed', async (key) => {
    const source = localFile('x')
    for (const attempt of [
      () => storage.put(key, Buffer.from('x'), 'image/jpeg'),
      () => storage.putFile(key, source, 'image/jpeg'),
      () => storage.open(key),
      () => storage.read(key),
      () => storage.remove(key),
    ]) {
      await expect(attempt()).rejects.toThrow('Not a key of a stored file')
    }
    expect([filesKept(), s3.requests, fs.readdirSync(folder)]).toEqual([[], [], ['made-here.bin']])
  })

  test('a local file that is not there is told as such and leaves nothing', async () => {
    const before = s3.keys()
    const attempt = storage.putFile('bulk/none.zip', path.join(folder, 'none'), 'application/zip')
    await expect(attempt).rejects.toThrow('ENOENT')
    await expect(attempt).rejects.not.toThrow(MissingFile)
    expect([filesKept(), s3.keys()]).toEqual([[], before])
  })
})

describe('STORAGE_URL', () => {
  test.each([
    ['s3://files?region=ap-south-1', { bucket: 'files', prefix: '', region: 'ap-south-1' }],
    ['s3://my.files/a/b_c/?region=ap-south-1', { bucket: 'my.files', prefix: 'a/b_c/', region: 'ap-south-1' }],
    [
      's3://files?endpoint=http://127.0.0.1:9000',
      { bucket: 'files', prefix: '', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' },
    ],
  ])('%s is understood', (address, place) => {
    expect(config({ STORAGE_URL: address }).STORAGE_URL).toEqual(place)
  })

  test.each([
    ['gs://files', /must look like s3:/],
    ['https://AKIA:hush@files.s3.amazonaws.com', /must look like s3:/],
    ['files', /must look like s3:/],
    ['s3://', /must look like s3:|needs the name of a bucket/],
    ['s3:///folder?region=x', /needs the name of a bucket/],
    ['s3://F?region=x', /needs the name of a bucket/],
    ['s3://files:9000?region=x', /needs the name of a bucket/],
    ['s3://files', /needs the region of the bucket/],
    ['s3://AKIA:hush@files?region=x', /credentials do not belong into it/],
    ['s3://files?region=x&secret_access_key=hush', /credentials do not belong into it/],
    ['s3://files?endpoint=http://me:hush@127.0.0.1', /endpoint must be/],
    ['s3://files?endpoint=ftp://127.0.0.1', /endpoint must be/],
    ['s3://files/a%2fb?region=x', /the prefix may have/],
    ['s3://files/a b?region=x', /the prefix may have/],
  ])('%s is refused at the start in one sentence, without quoting it', (address, sentence) => {
    let message = ''
    try {
      config({ STORAGE_URL: address })
    } catch (error) {
      message = String(error)
    }
    expect(message).toMatch(/Wrong setting\. STORAGE_URL: /)
    expect(message).toMatch(sentence)
    expect(message).not.toContain('hush')
  })

  test('production may keep files in its folder', () => {
    expect(config().STORAGE_URL).toBeUndefined()
  })
})
