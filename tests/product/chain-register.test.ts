import fs from 'node:fs'
import path from 'node:path'
import { REVEALED_FIELDS } from '@tvarit/shared/contracts/chain'
import { unsealIdentity } from '@tvarit/shared/domain/sales/chain/identity'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import {
  auditOf,
  callTrpc,
  createChain,
  IDENTITY,
  PDF,
  registerSubordinate,
  subordinateFields,
  subordinateForm,
} from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const chain = await createChain(world)

const userRow = (id: unknown) =>
  world.db.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
const profileRow = (id: unknown) =>
  world.db.selectFrom('distributor_profiles').selectAll().where('user_id', '=', Number(id)).executeTakeFirstOrThrow()

test('an admin registers a super distributor with nobody above', async () => {
  const fields = subordinateFields()
  const answer = await registerSubordinate(world, admin, fields)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    name: 'Nandini Hegde',
    phone_number: fields.phone_number,
    role: 'super_distributor',
    firm_name: fields.firm_name,
    parent: null,
  })
  const { role, parent_id, email } = await userRow(answer.body.id)
  expect({ role, parent_id, email }).toEqual({ role: 'super_distributor', parent_id: null, email: fields.email })
  expect(await auditOf(world, Number(answer.body.id), 'chain.registered')).toEqual([
    { actor_id: admin.id, detail: { role: 'super_distributor', parent_id: null } },
  ])
})

test.each([
  ['super_distributor', 'distributor'],
  ['distributor', 'retailer'],
] as const)('a %s registers a %s as their own child', async (level, below) => {
  const answer = await registerSubordinate(world, chain[level])
  expect([answer.status, answer.body.role]).toEqual([201, below])
  expect(answer.body.parent).toEqual({ id: chain[level].id, name: `${chain[level].first_name} Rao`, role: level })
  expect((await userRow(answer.body.id)).parent_id).toBe(chain[level].id)
})

test.each([
  ['distributor', 'super_distributor'],
  ['retailer', 'distributor'],
] as const)('an admin registers a %s below a chosen %s', async (role, above) => {
  const fields = { ...subordinateFields(), role, parent_id: String(chain[above].id) }
  const answer = await registerSubordinate(world, admin, fields)
  expect([answer.status, answer.body.role]).toEqual([201, role])
  expect((await userRow(answer.body.id)).parent_id).toBe(chain[above].id)
})

test('the same form works as the browser sends it', async () => {
  const form = await subordinateForm(subordinateFields())
  const answer = await callTrpc(world, 'chain.register', form, chain.super_distributor.access)
  expect([answer.status, answer.data?.role]).toEqual([200, 'distributor'])
  expect((await userRow(answer.data?.id)).parent_id).toBe(chain.super_distributor.id)
})

test('everything that was typed is kept', async () => {
  const fields = subordinateFields()
  const { body } = await registerSubordinate(world, admin, fields)
  const row = await profileRow(body.id)
  for (const field of ['firm_name', 'date_of_birth', 'address', 'pin_code', 'district', 'state'] as const) {
    expect([field, row[field]]).toEqual([field, fields[field]])
  }
  for (const field of ['bank_name', 'bank_branch', 'ifsc_code'] as const) {
    expect([field, row[field]]).toEqual([field, fields[field]])
  }
  expect(row.kyc_flags).toEqual([])
})

test('the new member logs in with the password, and the password itself is nowhere', async () => {
  const fields = subordinateFields()
  const { body } = await registerSubordinate(world, admin, fields)
  const login = await call(world.url, '/api/users/login/', { body: { login: fields.email, password: fields.password } })
  expect([login.status, (login.body.user as { role: string }).role]).toEqual([200, 'super_distributor'])
  expect((await userRow(body.id)).password_hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(body)).not.toContain(fields.password)
})

test('identity numbers are sealed for this row and column, and only masked ones leave', async () => {
  const { body } = await registerSubordinate(world, admin)
  const row = await profileRow(body.id)
  expect(body.distributor_profile).toMatchObject({
    aadhar_number: 'XXXX XXXX 2346',
    pan_number: 'AAPFUXXXXF',
    gst_number: '27AAPFUXXXXF1ZV',
    bank_account_number: 'XXXXXXXX9012',
  })
  for (const number of Object.values(IDENTITY)) expect(JSON.stringify(body)).not.toContain(number)
  for (const field of REVEALED_FIELDS) {
    const sealed = row[`${field}_sealed`]!
    expect(sealed.includes(IDENTITY[field])).toBe(false)
    const id = Number(body.id)
    expect(unsealIdentity(world.config, id, field, sealed)).toBe(IDENTITY[field])
    expect(() => unsealIdentity(world.config, id + 1, field, sealed)).toThrow()
    const other = field === 'pan_number' ? 'aadhar_number' : 'pan_number'
    expect(() => unsealIdentity(world.config, id, other, sealed)).toThrow()
    const foreignKey = { SECRET_KEY: 'another-secret-key-another-secret-key', SECRET_KEYS_BEFORE: [] }
    expect(() => unsealIdentity(foreignKey, id, field, sealed)).toThrow()
  }
})

test('no identity number is readable anywhere in the database', async () => {
  await registerSubordinate(world, admin)
  const tables = ['users', 'distributor_profiles', 'audit_log', 'outbox', 'messages']
  for (const table of tables) {
    const { rows } = await world.pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`)
    for (const number of Object.values(IDENTITY)) {
      expect([table, rows.some(({ text }) => text.includes(number))]).toEqual([table, false])
    }
  }
})

test('numbers typed with spaces, hyphens and small letters are the same numbers', async () => {
  const typed = { aadhar_number: '2341 2341 2346', pan_number: 'aapfu-0939-f', bank_account_number: '1234 5678 9012' }
  const fields = { ...subordinateFields(), ...typed, gst_number: '27 aapfu0939f 1zv', ifsc_code: 'sbin 0000813' }
  const { status, body } = await registerSubordinate(world, admin, fields)
  expect(status).toBe(201)
  const row = await profileRow(body.id)
  expect(unsealIdentity(world.config, Number(body.id), 'pan_number', row.pan_number_sealed!)).toBe('AAPFU0939F')
  expect([row.ifsc_code, row.aadhar_number_masked, row.kyc_flags]).toEqual(['SBIN0000813', 'XXXX XXXX 2346', []])
})

test('documents are kept unchanged under random names, served as attachments by signed link', async () => {
  const { body } = await registerSubordinate(world, admin)
  const row = await profileRow(body.id)
  const links = body.distributor_profile as Record<string, string>
  for (const field of ['aadhar_upload', 'pan_upload', 'gstin_upload'] as const) {
    expect(row[field]).toMatch(/^documents\/[0-9a-f-]{36}\.pdf$/)
    const link = new URL(links[field]!, world.url)
    const served = await fetch(link)
    expect(Buffer.from(await served.arrayBuffer()).equals(PDF)).toBe(true)
    expect(served.headers.get('content-type')).toBe('application/pdf')
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    const seconds = Number(link.searchParams.get('expires')) - Date.now() / 1000
    expect(seconds > 290 && seconds <= 301).toBe(true)
    expect((await fetch(`${world.url}${link.pathname}`)).status).toBe(404)
    link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
    expect((await fetch(link)).status).toBe(404)
  }
})

test('the photo is drawn again', async () => {
  const { body } = await registerSubordinate(world, admin)
  const row = await profileRow(body.id)
  const kept = fs.readFileSync(path.join(world.config.DATA_DIR, 'files', row.photo!))
  expect(row.photo).toMatch(/^photos\/[0-9a-f-]{36}\.jpg$/)
  const { format, width, exif } = await sharp(kept).metadata()
  expect({ format, width, exif }).toEqual({ format: 'jpeg', width: 40, exif: undefined })
})
