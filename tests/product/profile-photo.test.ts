import fs from 'node:fs'
import path from 'node:path'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { removeListedFiles } from '@tvarit/shared/domain/records/files/remove-listed-files'
import { storePhoto } from '@tvarit/shared/domain/records/files/store-photo'
import { updateProfile } from '@tvarit/shared/domain/subscribers/profile/update-profile'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc, filesKept, pdf, photo } from '../harness/chain.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

let own: { id: number; access: string }

beforeEach(async () => {
  own = await signIn(world, (await createSubscriber(world)).id)
})

type Fields = Record<string, string | Blob>
function form(fields: Fields): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'me.jpg')
  }
  return body
}
const update = (who: { access: string }, fields: Fields) =>
  call(world.url, '/api/users/profile/', { method: 'PUT', body: form(fields), access: who.access })
const row = (id: number) =>
  world.db.selectFrom('subscriber_profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
const changes = (id: number) => auditOf(world, id, 'profile.updated')

test('a new photo takes the place of the old one, whose file is removed', async () => {
  await update(own, { photo: await photo() })
  const first = (await row(own.id)).photo!
  expect(filesKept(world)).toContain(first)
  const answer = await update(own, { photo: await photo() })
  const second = (await row(own.id)).photo!
  expect([filesKept(world).includes(first), filesKept(world).includes(second)]).toEqual([false, true])
  const served = await fetch(`${world.url}${(answer.body.profile as { photo: string }).photo}`)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await changes(own.id)).toMatchObject([{ detail: { fields: ['photo'] } }, { detail: { fields: ['photo'] } }])
  await update(own, { address: 'The photo stays' })
  expect((await row(own.id)).photo).toBe(second)
})

test('unreferenced profile photos, and ones whose removal failed, are removed later', async () => {
  const admin = await createPerson(world, 'admin')
  await update(own, { photo: await photo() })
  const old = (await row(own.id)).photo!
  const ctx = { ...world.ctx(admin.actor), actor: admin.actor, scope: 'all' as const }
  const broken = { ...ctx, storage: { ...ctx.storage, remove: () => Promise.reject(new Error('away')) } }
  await updateProfile({ ctx: broken, input: { id: own.id, photo: new File([await photo()], 'me.jpg') } })
  const unclaimed = await storePhoto(ctx, new File([await photo()], 'me.jpg'))
  await world.advanceTime(600_000)
  await removeListedFiles({ ctx })
  const files = filesKept(world)
  expect([old, unclaimed, (await row(own.id)).photo!].map((key) => files.includes(key))).toEqual([false, false, true])
})

test('of several new photos at the same moment one file stays', async () => {
  const before = filesKept(world).length
  const one = await photo()
  await Promise.all(Array.from({ length: 5 }, () => update(own, { photo: one })))
  expect(filesKept(world)).toHaveLength(before + 1)
  expect(filesKept(world)).toContain((await row(own.id)).photo)
})

test('a photo that is none or too large is rejected under its field and the old one stays', async () => {
  await update(own, { photo: await photo() })
  const before = await row(own.id)
  const small = Buffer.from(await (await photo()).arrayBuffer())
  for (const bytes of [LIMITS.photo_bytes + 1, LIMITS.photo_bytes + 1_000_000]) {
    const heavy = new Blob([small, Buffer.alloc(bytes - small.length)])
    const rejection = { photo: ['The photo must be at most 5 MB.'] }
    const rest = await update(own, { photo: heavy, address: 'X' })
    expect([rest.status, rest.body]).toEqual([413, rejection])
    const trpc = await callTrpc(world, 'users.updateProfile', form({ photo: heavy }), own.access)
    expect([trpc.status, trpc.rejection]).toEqual([413, rejection])
  }
  const none = await update(own, { photo: pdf(), address: 'X' })
  expect([none.status, none.body]).toEqual([400, { photo: ['The photo must be a PNG or JPG image.'] }])
  expect(await row(own.id)).toEqual(before)
  expect(fs.existsSync(path.join(world.config.DATA_DIR, 'files', before.photo!))).toBe(true)
})

test('when the database gives up the new photo goes and the old one stays', async () => {
  await update(own, { photo: await photo() })
  const before = await row(own.id)
  const files = filesKept(world)
  await world.pool.query(`alter table audit_log add constraint closed check (action <> 'profile.updated') not valid`)
  try {
    expect((await update(own, { photo: await photo(), address: 'X' })).status).toBe(500)
  } finally {
    await world.pool.query('alter table audit_log drop constraint closed')
  }
  expect([await row(own.id), filesKept(world)]).toEqual([before, files])
})
