import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, type ChainPerson, createChain, createChainMember } from '../harness/chain.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const chain = await createChain(world)
const other = await createChain(world)

const PATHS = ['/api/sales/hierarchy-users/', '/api/sales/subordinate/']
const read = (who: Pick<Person, 'access'>, id: number, path = PATHS[0]) =>
  call(world.url, `${path}${id}/`, { access: who.access })
const views = async (member: ChainPerson) => (await auditOf(world, member.id, 'identity.viewed')).length

const LEVELS = ['super_distributor', 'distributor', 'retailer'] as const
/** Who may read whom of the own chain; nobody reads anything of another chain. */
const READS: Record<(typeof LEVELS)[number], readonly (typeof LEVELS)[number][]> = {
  super_distributor: ['super_distributor', 'distributor', 'retailer'],
  distributor: ['distributor', 'retailer'],
  retailer: ['retailer'],
}

test.each(LEVELS)('a %s reads themselves and who is below, and nobody else exists', async (level) => {
  for (const target of LEVELS) {
    const reached = READS[level].includes(target)
    for (const path of PATHS) {
      const answer = await read(chain[level], chain[target].id, path)
      expect([target, path, answer.status]).toEqual([target, path, reached ? 200 : 404])
      if (!reached) expect(answer.body).toEqual({ detail: 'User not found' })
      expect((await read(chain[level], other[target].id, path)).status).toBe(404)
    }
    const trpc = await fetch(
      `${world.url}/trpc/chain.get?input=${encodeURIComponent(JSON.stringify({ id: other[target].id }))}`,
      { headers: chain[level].headers },
    )
    expect(trpc.status).toBe(404)
  }
})

test('a sibling below the same super distributor is out of reach', async () => {
  const sibling = await createChainMember(world, 'distributor', chain.super_distributor.id)
  const nephew = await createChainMember(world, 'retailer', sibling.id)
  for (const id of [sibling.id, nephew.id]) {
    expect((await read(chain.distributor, id)).status).toBe(404)
    expect((await read(chain.super_distributor, id)).status).toBe(200)
  }
})

test('an admin reads every member, and only members', async () => {
  for (const level of LEVELS) {
    expect((await read(admin, chain[level].id)).status).toBe(200)
    expect((await read(admin, other[level].id)).status).toBe(200)
  }
  const subscriber = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  for (const id of [subscriber.id, staff.id, admin.id, 999_999_999]) expect((await read(admin, id)).status).toBe(404)
})

test('a removed member exists for an admin only', async () => {
  const gone = await createChainMember(world, 'retailer', chain.distributor.id)
  expect((await read(chain.distributor, gone.id)).status).toBe(200)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  for (const who of [chain.distributor, chain.super_distributor, gone]) {
    expect((await read(who, gone.id)).status).not.toBe(200)
  }
  expect((await read(admin, gone.id)).status).toBe(200)
})

test('the answer is the record of the specification with masked numbers', async () => {
  const { retailer, distributor } = chain
  const { body } = await read(admin, retailer.id)
  const digits = retailer.numbers.pan_number.slice(5, 9)
  expect(body).toEqual({
    id: retailer.id,
    first_name: retailer.first_name,
    last_name: 'Rao',
    name: `${retailer.first_name} Rao`,
    email: `${retailer.phone_number}@test.example`,
    phone_number: retailer.phone_number,
    role: 'retailer',
    firm_name: retailer.firm_name,
    parent: { id: distributor.id, name: `${distributor.first_name} Rao`, role: 'distributor' },
    distributor_profile: {
      photo: null,
      firm_name: retailer.firm_name,
      address: '3, Avenue Road',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      pin_code: '560002',
      date_of_birth: '1974-03-18',
      alternate_mobile_number: null,
      aadhar_number: `XXXX XXXX ${digits}`,
      pan_number: 'AAPPRXXXXK',
      gst_number: expect.stringMatching(/^29AAPPRXXXXK1Z[0-9A-Z]$/),
      bank_name: 'State Bank of India',
      bank_branch: 'Main',
      bank_account_number: `XXXXXXXX${digits.slice(-1)}777`,
      ifsc_code: 'SBIN0000813',
      aadhar_upload: null,
      pan_upload: null,
      gstin_upload: null,
      kyc_flags: ['aadhar_number:This does not look like an Aadhaar number. Check it again.'],
    },
  })
})

test('no full number leaves for any reader', async () => {
  const readers = [admin, ...LEVELS.map((level) => chain[level])]
  for (const reader of readers) {
    for (const level of LEVELS) {
      const answer = await read(reader, chain[level].id)
      for (const number of Object.values(chain[level].numbers)) {
        expect(JSON.stringify(answer.body)).not.toContain(number)
      }
    }
  }
})

test('findings about the numbers are for an admin only', async () => {
  const flags = async (who: Pick<Person, 'access'>) => {
    const { body } = await read(who, chain.retailer.id)
    return (body.distributor_profile as { kyc_flags: string[] }).kyc_flags
  }
  expect(await flags(admin)).toHaveLength(1)
  for (const level of LEVELS) expect(await flags(chain[level])).toEqual([])
})

test('a distributor’s record names its parent, and a retailer’s shows it to all its readers', async () => {
  const own = await read(chain.distributor, chain.distributor.id)
  expect(own.body.parent).toEqual({
    id: chain.super_distributor.id,
    name: `${chain.super_distributor.first_name} Rao`,
    role: 'super_distributor',
  })
  for (const who of [chain.retailer, chain.super_distributor, admin]) {
    expect((await read(who, chain.retailer.id)).body.parent).toMatchObject({ id: chain.distributor.id })
  }
  expect((await read(admin, chain.super_distributor.id)).body.parent).toBeNull()
})

test('each view of another person’s record is audited, but no own or rejected one', async () => {
  const { super_distributor, retailer } = await createChain(world)
  for (const reader of [retailer, other.distributor]) await read(reader, retailer.id)
  expect(await views(retailer)).toBe(0)
  await read(super_distributor, retailer.id)
  await read(admin, retailer.id, PATHS[1])
  expect(await auditOf(world, retailer.id, 'identity.viewed')).toEqual([
    { actor_id: super_distributor.id, detail: {} },
    { actor_id: admin.id, detail: {} },
  ])
})

test('an admin finds active parents of the role by name, phone, e-mail and firm', async () => {
  const find = async (role: string, search?: string) => {
    const input = encodeURIComponent(JSON.stringify({ role, search }))
    const answer = await fetch(`${world.url}/trpc/chain.parentChoices?input=${input}`, { headers: admin.headers })
    const { result } = (await answer.json()) as { result: { data: { id: number; name: string; firm_name: string }[] } }
    return result.data
  }
  const { super_distributor: top } = chain
  const wanted = { id: top.id, name: `${top.first_name} Rao`, firm_name: top.firm_name }
  for (const search of [top.first_name, top.phone_number, `${top.phone_number}@test`, top.firm_name.toUpperCase()]) {
    expect(await find('super_distributor', search)).toContainEqual(wanted)
  }
  expect(await find('distributor', top.first_name)).not.toContainEqual(wanted)
  expect(await find('super_distributor', 'a_%')).toEqual([])
  const gone = await createChainMember(world, 'super_distributor')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  expect((await find('super_distributor')).map(({ id }) => id)).not.toContain(gone.id)
})

test('of many possible parents at most fifty are offered', async () => {
  await Promise.all(Array.from({ length: 52 }, () => createChainMember(world, 'super_distributor')))
  const input = encodeURIComponent(JSON.stringify({ role: 'super_distributor' }))
  const answer = await fetch(`${world.url}/trpc/chain.parentChoices?input=${input}`, { headers: admin.headers })
  expect(((await answer.json()) as { result: { data: unknown[] } }).result.data).toHaveLength(50)
})
