import { REVEALED_FIELDS } from '@tvarit/shared/contracts/chain'
import { softProblem } from '@tvarit/shared/contracts/kyc'
import { ensureDemoData } from '@tvarit/shared/domain/operations/demo/demo-data'
import { DEMO_CHAIN } from '@tvarit/shared/domain/operations/demo/demo-people'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

beforeAll(async () => {
  await ensureDemoData({ ctx: world.ctx() })
})

const member = (phone_number: string) =>
  world.db.selectFrom('users').select('id').where('phone_number', '=', phone_number).executeTakeFirstOrThrow()

test('each member of the demo chain has well-formed numbers, sealed like those of a real one', async () => {
  for (const { person, numbers } of DEMO_CHAIN) {
    const { id } = await member(person.phone_number)
    for (const field of REVEALED_FIELDS) {
      expect([field, softProblem(field, numbers[field], numbers.pan_number)]).toEqual([field, null])
      const body = { field, reason: 'Looking at the demo' }
      const answer = await call(world.url, `/api/sales/hierarchy-users/${id}/reveal/`, { body, access: admin.access })
      expect([answer.status, answer.body]).toEqual([200, { value: numbers[field] }])
    }
  }
})

test('the demo chain hangs together from the top to the bottom', async () => {
  const [top, middle, bottom] = await Promise.all(DEMO_CHAIN.map(({ person }) => member(person.phone_number)))
  const { access } = await signIn(world, top!.id)
  for (const [id, parent] of [
    [middle!.id, top!.id],
    [bottom!.id, middle!.id],
  ] as const) {
    const answer = await call(world.url, `/api/sales/subordinate/${id}/`, { access })
    expect(answer.body).toMatchObject({ id, parent: { id: parent } })
  }
})

test('of the two demo creators one works at a registration today', async () => {
  const { rows } = await world.pool.query<{ works: boolean }>(`select is_active
    and (now() at time zone 'Asia/Kolkata')::date between start_date and end_date as works
    from creator_coupons order by id`)
  expect(rows).toEqual([{ works: true }, { works: false }])
})
