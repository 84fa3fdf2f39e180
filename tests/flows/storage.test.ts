import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { readConfig } from '@tvarit/shared/platform/config'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'
import { type FileStore, MissingFile } from '@tvarit/shared/platform/storage/file-store'
import { s3Store } from '@tvarit/shared/platform/storage/s3'
import { readS3Place } from '@tvarit/shared/platform/s3-place'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { S3_CREDENTIALS, type S3Request, type S3Server, startS3 } from '../harness/s3-server.ts'
import { until } from '../harness/until.ts'

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

describe('the bucket', () => {
  const key = 'bulk/job-1.zip'
  /** Gives up early on a server that does not answer, or with `idle_ms` on one that stops in the middle. */
  const hasty = (idle_ms = 10_000) =>
    s3Store(readS3Place(s3.storage_url), { connect_ms: 300, request_ms: 250, idle_ms, attempts: 2 })
  const store = () => s3Store(readS3Place(s3.storage_url))
  const put = (to: FileStore) => to.put(key, Buffer.from('x'), 'application/zip')
  const putLarge = (to: FileStore) => to.putFile(key, localFile(randomBytes(11 * MB)), 'application/zip')
  const partNumber = (request: S3Request) => new URL(request.path, 'http://s3').searchParams.get('partNumber')

  test('a large file goes in parts of 5 MB, a small one at once, all signed and with their type', async () => {
    await putLarge(store())
    expect([s3.count('begin_parts'), s3.count('part'), s3.count('complete_parts')]).toEqual([1, 3, 1])
    const parts = s3.requests.filter(({ action }) => action === 'part')
    for (const { headers } of parts) {
      expect(Number(headers['content-length'])).toBeLessThanOrEqual(5 * MB)
      expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/)
    }
    expect(await s3.type(`tests/${key}`)).toBe('application/zip')
    await store().putFile('photos/a.jpg', localFile('small'), 'image/jpeg')
    expect([s3.count('begin_parts'), s3.count('put')]).toEqual([1, 1])
    expect(await s3.type('tests/photos/a.jpg')).toBe('image/jpeg')
  })

  test('a part that fails is sent again, and the file is whole', async () => {
    let failures = 0
    s3.behave((request) => (partNumber(request) === '2' && failures++ < 2 ? 'error_500' : 'ok'))
    const content = randomBytes(11 * MB)
    await store().putFile(key, localFile(content), 'application/zip')
    expect(s3.count('part')).toBe(5)
    expect(sha(await buffer((await store().open(key)).stream))).toBe(sha(content))
  })

  test('when a part fails for good the upload is aborted and the old file stays', async () => {
    await put(store())
    s3.behave((request) => (partNumber(request) === '2' ? 'error_500' : 'ok'))
    await expect(putLarge(store())).rejects.toThrow(
      /S3 bucket tvarit-files did not take bulk\/job-1.zip: InternalError/,
    )
    expect(s3.requests.filter((request) => partNumber(request) === '2')).toHaveLength(3)
    expect([s3.count('abort_parts'), s3.count('complete_parts')]).toEqual([1, 0])
    expect((await buffer((await store().open(key)).stream)).toString()).toBe('x')
  })

  test.each([
    ['put', put, 'put'],
    ['putFile', putLarge, 'begin_parts'],
    ['open', (to: FileStore) => to.open(key), 'get'],
    ['remove', (to: FileStore) => to.remove(key), 'remove'],
  ] as const)(
    '%s gives up on a server that fails, hangs or refuses, after a bounded number of tries',
    async (_, run, action) => {
      for (const [behaviour, tries] of [
        ['error_500', 2],
        ['hang', 2],
        ['forbidden', 1],
      ] as const) {
        s3.requests.length = 0
        s3.behave(() => behaviour)
        const began = Date.now()
        const problem: unknown = await run(hasty()).then(
          () => null,
          (error: unknown) => error,
        )
        expect(String(problem)).toMatch(
          /^Error: S3 bucket tvarit-files did not (take|give|remove) bulk\/job-1.zip: \w+/,
        )
        expect(s3.count(action)).toBe(tries)
        expect(Date.now() - began).toBeLessThan(20_000)
      }
    },
  )

  test('without other limits a call is tried three times', async () => {
    s3.behave(() => 'error_500')
    await expect(put(store())).rejects.toThrow('InternalError')
    expect(s3.count('put')).toBe(3)
  })

  test('a server that hangs in the middle of an upload is given up, and asked to drop the parts', async () => {
    s3.behave(({ action }) => (action === 'part' ? 'hang' : 'ok'))
    const began = Date.now()
    await expect(putLarge(hasty())).rejects.toThrow('TimeoutError')
    expect(s3.count('abort_parts')).toBe(1)
    expect(Date.now() - began).toBeLessThan(20_000)
  })

  test('a server that is not there is told', async () => {
    const nowhere = s3Store({ ...readS3Place(s3.storage_url), endpoint: 'http://127.0.0.1:1' })
    await expect(put(nowhere)).rejects.toThrow(/did not take bulk\/job-1.zip: .*ECONNREFUSED/)
  })

  test.each(['cut', 'stall'] as const)(
    'an answer that ends early (%s) is an error, never a short file',
    async (way) => {
      await putLarge(store())
      s3.behave(() => way)
      const { stream, bytes } = await hasty(250).open(key)
      expect(bytes).toBe(11 * MB)
      await expect(buffer(stream)).rejects.toThrow()
    },
  )

  test('a reader who leaves frees the connection', async () => {
    await putLarge(store())
    s3.behave(() => 'stall')
    const { stream } = await store().open(key)
    expect(s3.sending()).toBe(1)
    stream.destroy()
    await until('the connection is free', () => s3.sending() === 0)
  })

  test('a bucket that is not there is a fault and not a missing file', async () => {
    const other = s3Store({ ...readS3Place(s3.storage_url), bucket: 'another-bucket' })
    const problem = other.open(key)
    await expect(problem).rejects.toThrow('NoSuchBucket')
    await expect(problem).rejects.not.toThrow(MissingFile)
  })

  test('credentials are in no error', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'very-secret')
    s3.behave(() => 'forbidden')
    const problem = await put(store()).catch((error: unknown) => error)
    expect(inspect(problem, { depth: null })).toContain('AccessDenied')
    expect(inspect(problem, { depth: null })).not.toMatch(/very-secret|Signature=/)
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
