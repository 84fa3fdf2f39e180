import { foldText } from '@tvarit/shared/contracts/same-text'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createChain } from '../harness/chain.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { random } from '../harness/random.ts'
import { registryImports, PLACES } from '../harness/registry-imports.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const document = await readOpenApiDocument(world.url)
const admin = await createPerson(world, 'admin', 'Zubin')
const any = random(9)

const NAME = "Zoé D'Souza ज़ोया"
const APOSTROPHES = ["'", '’', 'ʼ', '＇', '`', '‘', '´', '′']

/** The same name as another keyboard, phone or file writes it. */
function spelling(text = NAME): string {
  const marked = text.replaceAll("'", () => any.of(APOSTROPHES)).replaceAll('ज़', () => any.of(['ज\u093c', '\u095b']))
  const normal = marked.normalize(any.of(['NFC', 'NFD']))
  return any.chance(0.3) ? normal.replace('z', 'z\u200b').replace('S', '\u00adS') : normal
}
const typed = (): string => any.of([String, (text: string) => text.toUpperCase(), foldText])(spelling())

/** Made by the product before it is stored. */
const stored = (): string => spelling().normalize('NFC')

/** Paths whose search is for codes, or that search nothing but their own reader's. */
const OTHERS = /^\/api\/(coupons|qr\/list|users\/profile\/alerts)\//

test('the product and PostgreSQL fold search terms and searched text alike', async () => {
  const ranges = [0x20, 0xa0, 0x300, 0x900, 0xb00, 0xd00, 0x1e00, 0x2000, 0xfb00, 0xff00]
  const texts = Array.from({ length: 3000 }, () =>
    Array.from({ length: 6 }, () => String.fromCharCode(any.of(ranges) + any.below(0x100))).join(''),
  ).filter((text) => !/[\0\ud800-\udfff\ufdd0-\ufdef\ufff0-\uffff\u0130Σ]/.test(text.toUpperCase() + text))
  const { rows } = await sql<{ folded: string }>`
    select fold_text(typed) as folded from unnest(${texts}::text[]) with ordinality as t (typed, n) order by n`.execute(
    world.db,
  )
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})

test('a name is found by every search, however it was typed then and is typed now', async () => {
  const chain = await createChain(world)
  const subscriber = await createSubscriber(world, { first_name: stored() })
  await createPerson(world, 'staff', stored())
  await createPerson(world, 'admin', stored())
  for (const { id } of Object.values(chain)) {
    await world.db.updateTable('users').set({ first_name: stored() }).where('id', '=', id).execute()
  }
  const alert = await press(world.url, subscriber.sticker.token, { latitude: 12.97, longitude: 77.59 })
  const post = async (path: string, body: object) => {
    const { status } = await call(world.url, path, { body, access: admin.access })
    expect([path, status]).toEqual([path, 201])
  }
  const days = { start_date: '2026-01-01', end_date: '2027-01-01' }
  await post('/api/creator-coupons/', { name: spelling(), social_media_name: '@zoe', ...days })
  await post('/api/shift-notes/', { note_id: crypto.randomUUID(), text: spelling() })
  const base = { base_latitude: 12.97, base_longitude: 77.59 }
  const driver = { driver_name: spelling(), driver_phone: newPhone() }
  await post('/api/ambulances/', { vehicle_number: 'KA01AB1001', type: 'BASIC', operator: 'Namma', ...driver, ...base })
  const hospital = { phone: newPhone(), address: 'Fort Road', latitude: 12.96, longitude: 77.57 }
  await post('/api/hospitals/', { name: spelling(), ...hospital })

  const searched = document.operations.filter(
    ({ path, operation }) => operation.parameters.some(({ name }) => name === 'search') && !OTHERS.test(path),
  )
  expect(searched.length).toBeGreaterThan(20)
  const missed: unknown[] = []
  for (const { path } of searched) {
    for (let n = 0; n < 12; n++) {
      const term = typed()
      const address = `${path.replace('{id}', String(alert.id))}?search=${encodeURIComponent(term)}`
      const { status, body } = await call(world.url, address, { access: reader(path, chain).access })
      const found = typeof body.text === 'string' ? body.text.trim().split('\n').length - 1 : rowsOf(body).length
      if (status !== 200 || found === 0) missed.push([path, term, status, found])
    }
  }
  expect(missed).toEqual([])
  const input = encodeURIComponent(JSON.stringify({ role: 'distributor', search: typed() }))
  const parents = await call(world.url, `/trpc/chain.parentChoices?input=${input}`, { access: admin.access })
  expect(parents.body).toMatchObject({ result: { data: [{ id: chain.distributor.id }] } })
})

const reader = (path: string, chain: Awaited<ReturnType<typeof createChain>>) =>
  path.includes('my-distributors') ? chain.super_distributor : path.includes('my-retailers') ? chain.distributor : admin

const rowsOf = ({ results, candidates, hospitals }: Record<string, unknown>): unknown[] =>
  (results ?? candidates ?? hospitals) as unknown[]

test('a list by name begins at the name that was typed, whichever apostrophe it has', async () => {
  for (const first_name of ["D'Costa", 'D’Costa', 'Dara']) await createPerson(world, 'staff', first_name)
  for (let n = 0; n < 20; n++) {
    const go_to = encodeURIComponent(spelling("D'Cos"))
    const { body } = await call(world.url, `/api/users/staffs/?sort=name&go_to=${go_to}`, { access: admin.access })
    const names = (body.results as { name: string }[]).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(["D'Costa Rao", 'D’Costa Rao', 'Dara Rao'])
  }
})

test('a password logs in however its letters are written, and repeats itself so', async () => {
  const password = "Zoé's-ज़मीन-12"
  for (let n = 0; n < 8; n++) {
    const phone_number = newPhone()
    const email = `${phone_number}@office.example`
    const person = { first_name: 'Zoé', email, phone_number, password: spelling(password) }
    const made = await call(world.url, '/api/users/register/admin/', {
      body: { ...person, confirm_password: spelling(password) },
      access: admin.access,
    })
    expect([made.status, made.body]).toMatchObject([201, {}])
    for (const [typed, status] of [
      [spelling(password), 200],
      [spelling("Zoe's-ज़मीन-12"), 401],
      [spelling("Zoé's-जमीन-12"), 401],
    ] as const) {
      const login = await call(world.url, '/api/users/login/', { body: { login: email, password: typed } })
      expect([typed, login.status]).toEqual([typed, status])
    }
  }
})

test('a hospital whose name only has other bytes is the same hospital, by form and by CSV', async () => {
  const { send } = registryImports(world, admin)
  const phone = newPhone()
  const place = { phone, address: 'Fort Road', latitude: 12.96, longitude: 77.57 }
  const add = () => call(world.url, '/api/hospitals/', { body: { name: spelling(), ...place }, access: admin.access })
  expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(409)
  const row = () => `${spelling()},${phone},,Fort Road,12.96,77.57,yes`
  expect((await send('hospitals', `${PLACES}\n${row()}`)).body).toEqual({ added: 0, updated: 1 })
  expect((await send('hospitals', `${PLACES}\n${row()}\n${row()}`)).status).toBe(400)
})
