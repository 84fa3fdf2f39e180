import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'
import { MissingFile } from '@tvarit/shared/platform/storage/file-store'
import { beforeEach, describe, expect, test } from 'vitest'
import { filesKept } from '../harness/chain.ts'
import { fileS3 } from '../harness/s3-server.ts'
import { storageFolder } from '../harness/storage-folder.ts'

const s3 = await fileS3()
const { at, config, localFile } = storageFolder()

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
      expect((await buffer(stream)).equals(content)).toBe(true)
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
    expect([filesKept({ config: config() }), s3.requests, fs.readdirSync(at())]).toEqual([[], [], ['made-here.bin']])
  })

  test('a local file that is not there is reported as such and leaves nothing', async () => {
    const before = s3.keys()
    const attempt = storage.putFile('bulk/none.zip', at('none'), 'application/zip')
    await expect(attempt).rejects.toThrow('ENOENT')
    await expect(attempt).rejects.not.toThrow(MissingFile)
    expect([filesKept({ config: config() }), s3.keys()]).toEqual([[], before])
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
  ])('%s is rejected at the start in one sentence, without quoting it', (address, sentence) => {
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
