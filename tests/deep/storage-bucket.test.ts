import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { readS3Place } from '@tvarit/shared/platform/settings/s3-place'
import { type FileStore, MissingFile } from '@tvarit/shared/platform/storage/file-store'
import { S3_LIMITS, type S3Limits, s3Store } from '@tvarit/shared/platform/storage/s3'
import { describe, expect, test, vi } from 'vitest'
import { fileS3, type S3Request } from '../harness/s3-server.ts'
import { storageFolder } from '../harness/storage-folder.ts'
import { until } from '../harness/until.ts'

const s3 = await fileS3()
const { localFile } = storageFolder()

const MB = 1024 * 1024

describe('the bucket', () => {
  const key = 'bulk/job-1.zip'
  const store = (limits: Partial<S3Limits> = {}) => s3Store(readS3Place(s3.storage_url), { ...S3_LIMITS, ...limits })
  /** Gives up early on a server that does not answer. */
  const hasty = () => store({ request_ms: 1_000, attempts: 2 })
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
    expect((await buffer((await store().open(key)).stream)).equals(content)).toBe(true)
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
    '%s gives up on a server that fails, hangs or rejects, after a bounded number of tries',
    async (_, run, action) => {
      for (const [behaviour, tries] of [
        ['error_500', 2],
        ['hang', 2],
        ['forbidden', 1],
      ] as const) {
        s3.requests.length = 0
        s3.behave(() => behaviour)
        const began = Date.now()
        // Only where it is waited for: a slow answer would be a try more.
        const problem: unknown = await run(behaviour === 'hang' ? hasty() : store({ attempts: 2 })).then(
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

  test('a server that is not there is reported', async () => {
    const nowhere = s3Store({ ...readS3Place(s3.storage_url), endpoint: 'http://127.0.0.1:1' })
    await expect(put(nowhere)).rejects.toThrow(/did not take bulk\/job-1.zip: .*ECONNREFUSED/)
  })

  test.each(['cut', 'stall'] as const)(
    'an answer that ends early (%s) is an error, never a short file',
    async (way) => {
      await putLarge(store())
      s3.behave(() => way)
      const { stream, bytes } = await store({ idle_ms: 250 }).open(key)
      expect(bytes).toBe(11 * MB)
      await expect(buffer(stream)).rejects.toThrow()
    },
  )

  test('a reader who leaves frees the connection', async () => {
    await putLarge(store())
    await until('answers to earlier readers have ended', () => s3.sending() === 0)
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
