import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, photo } from '../harness/chain.ts'
import { ask, endless } from '../harness/downloads.ts'
import { createPerson, createSubscriber, signIn, type Person } from '../harness/people.ts'
import { fileS3 } from '../harness/s3-server.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const s3 = await fileS3()
afterEach(() => vi.restoreAllMocks())

/** Sends a photo for the own profile and reads the link to it. */
async function sendPhoto(world: World, own: { access: string }) {
  const body = new FormData()
  body.append('photo', await photo(), 'me.jpg')
  const answer = await call(world.url, '/api/users/profile/', { method: 'PUT', body, access: own.access })
  const profile = answer.body.profile as { photo: string } | undefined
  return { ...answer, link: `${world.url}${profile?.photo}` }
}

describe.each(['folder', 'bucket'])('with files in a %s', (kind) => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    const settings: Record<string, string> = kind === 'bucket' ? { STORAGE_URL: s3.storage_url } : {}
    world = await createWorld({ worker: false, settings: { TRUST_PROXY: '1', ...settings } })
    admin = await createPerson(world, 'admin', 'Meera')
  })
  afterAll(() => world.stop())

  /** A finished job with this file. */
  async function jobWith(content: Buffer) {
    const source = path.join(world.config.DATA_DIR, 'made-here.zip')
    fs.writeFileSync(source, content)
    const { id } = await world.db
      .insertInto('bulk_jobs')
      .values({ count: 5, created_by: admin.id, status: 'COMPLETED' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key = `bulk/job-${id}.zip`
    await world.ctx().storage.putFile(key, source, 'application/zip')
    await world.db.updateTable('bulk_jobs').set({ file: key }).where('id', '=', id).execute()
    return { id, key, url: `${world.url}/api/qr/jobs/${id}/download/` }
  }

  test('the ZIP of a job is the same at each download, with its name, type and exact length', async () => {
    const content = randomBytes(11_000_001)
    const { id, url } = await jobWith(content)
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(url, { headers: admin.headers })
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-length': '11000001',
        'content-disposition': `attachment; filename="job-${id}.zip"`,
        'cache-control': 'private, no-store, no-transform',
        'accept-ranges': 'none',
      })
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
    expect(await auditOf(world, id, 'bulk_job.downloaded')).toHaveLength(2)
  })

  test('the ZIP of a job whose file is gone is reported as such, and no download is noted', async () => {
    const { id, key, url } = await jobWith(Buffer.from('x'))
    await world.ctx().storage.remove(key)
    const answer = await fetch(url, { headers: admin.headers })
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'This file does not exist any more.' }])
    expect(await auditOf(world, id, 'bulk_job.downloaded')).toEqual([])
  })

  test('a download that cannot be noted does not happen, and frees the file', async () => {
    const { url } = await jobWith(Buffer.from('x'))
    const open = vi.spyOn(world.server!.ctx.storage, 'open')
    await world.pool.query(
      `alter table audit_log add constraint closed check (action <> 'bulk_job.downloaded') not valid`,
    )
    try {
      expect((await fetch(url, { headers: admin.headers })).status).toBe(500)
    } finally {
      await world.pool.query('alter table audit_log drop constraint closed')
    }
    expect((await open.mock.results[0]!.value).stream.destroyed).toBe(true)
  })

  test('a reader who leaves in the middle of a download frees the file', async () => {
    const { url } = await jobWith(Buffer.from('x'))
    const file = endless()
    vi.spyOn(world.server!.ctx.storage, 'open').mockResolvedValueOnce(file)
    const answer = await ask(url, admin.headers)
    await once(answer, 'data')
    answer.destroy()
    await until('the file is free', () => file.stream.destroyed)
  })

  test('a file that breaks in the middle breaks the download', async () => {
    const { url } = await jobWith(Buffer.from('x'))
    const file = endless()
    vi.spyOn(world.server!.ctx.storage, 'open').mockResolvedValueOnce(file)
    const answer = await ask(url, admin.headers)
    expect(answer.statusCode).toBe(200)
    await once(answer, 'data')
    file.stream.destroy(new Error('the disk is broken'))
    answer.resume()
    await until('the connection is cut', () => answer.closed)
    expect(answer.complete).toBe(false)
  })

  test('the head alone can be asked for', async () => {
    const { url } = await jobWith(Buffer.from('four'))
    const answer = await fetch(url, { method: 'HEAD', headers: admin.headers })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '4'])
  })

  test('a photo is served through its signed link, with its length, until it is replaced', async () => {
    const own = await signIn(world, (await createSubscriber(world)).id)
    const { status, link: first } = await sendPhoto(world, own)
    expect(status).toBe(200)
    const served = await fetch(first)
    const content = Buffer.from(await served.arrayBuffer())
    expect(served.headers.get('content-type')).toBe('image/jpeg')
    expect(served.headers.get('content-length')).toBe(String(content.length))
    expect(content.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await fetch(`${first}x`)).status).toBe(404)
    expect((await sendPhoto(world, own)).status).toBe(200)
    const gone = await fetch(first)
    expect([gone.status, await gone.json()]).toEqual([404, { detail: 'This file does not exist any more.' }])
  })
})

describe('a bucket that fails', () => {
  let world: World
  let own: { id: number; access: string }
  beforeAll(async () => {
    world = await createWorld({ worker: false, settings: { TRUST_PROXY: '1', STORAGE_URL: s3.storage_url } })
    own = await signIn(world, (await createSubscriber(world)).id)
  })
  afterAll(() => world.stop())

  const photoKey = () =>
    world.db.selectFrom('subscriber_profiles').select('photo').where('user_id', '=', own.id).executeTakeFirstOrThrow()

  test('a photo that cannot be kept changes nothing and says nothing of the bucket', async () => {
    await sendPhoto(world, own)
    const before = await photoKey()
    const keys = s3.keys()
    s3.behave(({ action }) => (action === 'put' ? 'forbidden' : 'ok'))
    const answer = await sendPhoto(world, own)
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Something went wrong. Please try again.' }])
    expect([await photoKey(), s3.keys()]).toEqual([before, keys])
  })

  test('a photo whose bytes stop coming is a broken answer', async () => {
    const { link } = await sendPhoto(world, own)
    s3.behave(() => 'cut')
    await expect(fetch(link).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  })

  test('a bucket that cannot be read is not taken for a missing file', async () => {
    const { link } = await sendPhoto(world, own)
    s3.behave(() => 'forbidden')
    expect((await fetch(link)).status).toBe(500)
  })
})
