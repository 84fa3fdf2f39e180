import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { couponsOf, expectWhole, makeJob, storedZip, unqueuedJob, withTrigger } from '../harness/bulk-jobs.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

// Codes are drawn by chance, and among millions of stickers one is drawn that is there already. Nobody may notice.

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin')

beforeAll(async () => {
  await create()
})

const create = () => call(world.url, '/api/coupons/', { body: {}, access: admin.access })

/** Gives the coupons of these turns, counted from 1, a code of the first coupon. */
async function taking(column: string, turns: number[], work: () => Promise<void>): Promise<void> {
  await world.pool.query('create sequence turns')
  try {
    await withTrigger(
      world,
      `if nextval('turns') in (${turns.join()}) then
         select ${column} into new.${column} from coupons order by id limit 1;
       end if;`,
      work,
    )
  } finally {
    await world.pool.query('drop sequence turns')
  }
}

test.each(['serial_number', 'coupon_code', 'token'])(
  'a job some of whose codes are taken (%s) has its full count, with own codes',
  async (column) => {
    const id = await unqueuedJob(world, admin, 150)
    await taking(column, [3, 4, 150], () => makeJob(world, id))
    expect(await couponsOf(world, id)).toHaveLength(150)
    await expectWhole(world, id, await storedZip(world, id))
  },
)

test('a coupon, and one that replaces another, gets other codes when those drawn are taken', async () => {
  await taking('serial_number', [1, 2, 4], async () => {
    const made = await create()
    expect(made.status).toBe(201)
    const replaced = await call(world.url, `/api/coupons/${Number(made.body.id)}/void/`, {
      body: { reason: 'Misprinted', replace: true },
      access: admin.access,
    })
    expect(replaced.status).toBe(200)
    expect(replaced.body.replaced_by).toEqual(expect.anything())
  })
})

test('a coupon whose codes are always taken is not made, with a server error', async () => {
  await taking('token', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], async () => {
    const before = await world.db.selectFrom('coupons').select('id').execute()
    expect((await create()).status).toBe(500)
    expect(await world.db.selectFrom('coupons').select('id').execute()).toEqual(before)
  })
})
