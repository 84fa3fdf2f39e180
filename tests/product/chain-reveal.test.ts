import { Writable } from 'node:stream'
import { REVEALED_FIELDS } from '@tvarit/shared/contracts/chain'
import { revealIdentity } from '@tvarit/shared/domain/sales/chain/reveal-identity'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc, createChain, createChainMember, IDENTITY, registerSubordinate } from '../harness/chain.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const reveal = (who: Pick<Person, 'access'>, id: number, field: string, reason = 'A call from the bank') =>
  call(world.url, `/api/sales/hierarchy-users/${id}/reveal/`, { body: { field, reason }, access: who.access })
const reveals = (id: number) => auditOf(world, id, 'identity.revealed')

test.each(REVEALED_FIELDS)('an admin who says why sees the %s, which is noted without the number', async (field) => {
  const { body } = await registerSubordinate(world, admin)
  const id = Number(body.id)
  const answer = await reveal(admin, id, field)
  expect([answer.status, answer.body]).toEqual([200, { value: IDENTITY[field] }])
  expect(await reveals(id)).toEqual([{ actor_id: admin.id, detail: { field, reason: 'A call from the bank' } }])
  const trpc = await callTrpc(world, 'chain.reveal', { id, field, reason: 'Asked once more' }, admin.access)
  expect(trpc.data).toEqual({ value: IDENTITY[field] })
  expect(await reveals(id)).toHaveLength(2)
})

test('a number that a person types into the reason is not kept there, however it is written', async () => {
  const { retailer } = await createChain(world)
  const { pan_number: pan, aadhar_number: aadhar } = retailer.numbers
  const grouped = aadhar.replaceAll(/\d{4}(?=\d)/g, '$& ')
  for (const [field, written] of [
    ['pan_number', pan],
    ['pan_number', pan.toLowerCase()],
    ['aadhar_number', grouped],
    ['aadhar_number', grouped.replaceAll(' ', ' - ')],
  ] as const) {
    await reveal(admin, retailer.id, field, `Is it ${written}?`)
  }
  const reasons = (await reveals(retailer.id)).map(({ detail }) => (detail as { reason: string }).reason)
  expect(reasons).toEqual(Array.from({ length: 4 }, () => 'Is it ***?'))
})

test('neither the name of the person nor another of the numbers is kept in the reason', async () => {
  const { retailer } = await createChain(world)
  await world.db.updateTable('users').set({ first_name: 'Thirumalai' }).where('id', '=', retailer.id).execute()
  const { pan_number, aadhar_number } = retailer.numbers
  await reveal(admin, retailer.id, 'gst_number', `Thirumalai says ${aadhar_number} and ${pan_number}`)
  expect(await reveals(retailer.id)).toMatchObject([{ detail: { reason: '*** says *** and ***' } }])
})

test('a reason is needed, and only the sealed numbers can be asked for', async () => {
  const { retailer } = await createChain(world)
  for (const reason of ['', '    ', 'why']) {
    const answer = await reveal(admin, retailer.id, 'pan_number', reason)
    expect([answer.status, answer.body]).toEqual([400, { reason: ['Say in a few words why you need to see it.'] }])
  }
  const long = await reveal(admin, retailer.id, 'pan_number', 'x'.repeat(201))
  expect(long.body).toEqual({ reason: ['Ensure this field has no more than 200 characters.'] })
  for (const field of ['password_hash', 'phone_number', 'aadhar_number_sealed', '']) {
    expect(Object.keys((await reveal(admin, retailer.id, field)).body)).toEqual(['field'])
  }
  expect(await reveals(retailer.id)).toEqual([])
})

test('people outside the chain, removed and unknown ones have nothing to reveal', async () => {
  const gone = await createChainMember(world, 'retailer')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const subscriber = await createPerson(world, 'user')
  for (const id of [gone.id, subscriber.id, admin.id, 999_999_999]) {
    expect([id, (await reveal(admin, id, 'pan_number')).status]).toEqual([id, 404])
  }
})

test('a number that is not known is null', async () => {
  const { retailer } = await createChain(world)
  await world.db
    .updateTable('distributor_profiles')
    .set({ pan_number_sealed: null })
    .where('user_id', '=', retailer.id)
    .execute()
  expect((await reveal(admin, retailer.id, 'pan_number')).body).toEqual({ value: null })
})

test('a sealed value that was changed or moved does not open and reveals nothing', async () => {
  const { retailer, distributor } = await createChain(world)
  const rows = await world.db
    .selectFrom('distributor_profiles')
    .selectAll()
    .where('user_id', 'in', [retailer.id, distributor.id])
    .execute()
  const own = rows.find((row) => row.user_id === retailer.id)!
  const foreign = rows.find((row) => row.user_id === distributor.id)!
  const changed = Buffer.from(own.pan_number_sealed!)
  changed[changed.length - 1]! ^= 1
  for (const sealed of [foreign.pan_number_sealed, own.aadhar_number_sealed, changed]) {
    await world.db
      .updateTable('distributor_profiles')
      .set({ pan_number_sealed: sealed })
      .where('user_id', '=', retailer.id)
      .execute()
    const answer = await reveal(admin, retailer.id, 'pan_number')
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Something went wrong. Please try again.' }])
  }
})

test('no number gets into the log, also when something fails', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const { pino } = await import('pino')
  const log = pino({ level: 'trace' }, sink)
  const { retailer } = await createChain(world)
  const ctx = { ...world.ctx(admin.actor), actor: admin.actor, log }
  const input = { id: retailer.id, field: 'pan_number', reason: 'A call from the bank' } as const
  expect(await revealIdentity({ ctx, input })).toEqual({ value: retailer.numbers.pan_number })
  const wrongKey = { ...ctx, config: { ...ctx.config, SECRET_KEY: 'another-secret-key-another-secret-key' } }
  const error = await revealIdentity({ ctx: wrongKey, input }).catch((failure: unknown) => failure)
  log.error({ error }, 'procedure failed')
  expect(lines.join('')).toContain('procedure failed')
  for (const number of Object.values(retailer.numbers)) expect(lines.join('')).not.toContain(number)
})
