import { randomUUID } from 'node:crypto'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Answer, call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export interface Batch {
  id: number
  /** In the order of their numbers. */
  serials: string[]
}

/** A completed batch of the company, or of a holder, without its ZIP. */
export async function createBatch(
  world: World,
  by: Pick<Person, 'id'>,
  count: number,
  holder_id?: number,
): Promise<Batch> {
  const { id } = await world.db
    .insertInto('bulk_jobs')
    .values({ count, created_by: by.id, name: 'Gujarat March', status: 'COMPLETED', progress: count })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await world.db
    .insertInto('coupons')
    .values(Array.from({ length: count }, () => ({ ...newCodes(), bulk_job_id: id, holder_id: holder_id ?? null })))
    .returning(['id', 'serial_number'])
    .execute()
  return { id, serials: rows.toSorted((a, b) => a.id - b.id).map((row) => row.serial_number) }
}

interface What {
  bulk_job_id?: number
  first_number?: number
  last_number?: number
  serial_numbers?: string
  note?: string
  request_id?: string
}

const move = (path: string) => (world: World, by: Person, partner: { id: number }, what: What) =>
  call(world.url, `/api/sales/stock/${path}/`, {
    body: { request_id: randomUUID(), partner_id: partner.id, ...what },
    access: by.access,
  })
export const give = move('give')
export const takeBack = move('take-back')

export const readStock = (world: World, by: Person, query = ''): Promise<Answer> =>
  call(world.url, `/api/sales/stock/${query}`, { access: by.access })

/** How many stickers a person can give. */
export const available = async (world: World, who: Person): Promise<unknown> =>
  (await readStock(world, who)).body.available

/** The person in whose stock a sticker is. */
export const holderOf = async (world: World, serial_number: string): Promise<number | null> =>
  (
    await world.db
      .selectFrom('coupons')
      .select('holder_id')
      .where('serial_number', '=', serial_number)
      .executeTakeFirstOrThrow()
  ).holder_id

/** Activates a sticker as a registration does, for no matter whom. */
export async function activate(world: World, serial_number: string, used_at = new Date()): Promise<void> {
  await world.db
    .updateTable('coupons')
    .set({
      status: 'USED',
      used_at,
      user_id: (users) => users.selectFrom('users').select(sql<number>`min(id)`.as('id')),
    })
    .where('serial_number', '=', serial_number)
    .execute()
}

interface Moves {
  count: number
  results: {
    id: number
    count: number
    numbers: string | null
    from: { name: string } | null
    to: { id: number } | null
  }[]
}

/** The transfers a person sees. */
export const readMoves = async (world: World, who: Person, query = ''): Promise<Moves> =>
  (await call(world.url, `/api/sales/stock/moves/${query}`, { access: who.access })).body as unknown as Moves

/** The lines of a list of the sales as CSV. */
export async function readCsv(world: World, who: Person, list: string): Promise<string[]> {
  const answer = await fetch(`${world.url}/api/sales/${list}`, { headers: who.headers })
  return (await answer.text()).replace('\ufeff', '').trim().split('\n')
}

/** The counts kept by triggers are those of the coupons. */
export async function expectCountsKept(world: World): Promise<void> {
  const { rows } = await world.pool.query(`
    with counted as (select holder_id, bulk_job_id,
        count(*) filter (where status = 'AVAILABLE' and voided_at is null)::int as available,
        count(*) filter (where status = 'AVAILABLE' and voided_at is not null)::int as voided,
        count(*) filter (where status = 'USED')::int as activated
      from coupons where holder_id is not null group by 1, 2)
    select * from counted full join (select * from stock_counts where (available, voided, activated) <> (0, 0, 0)) s
      on s.holder_id = counted.holder_id and s.bulk_job_id is not distinct from counted.bulk_job_id
    where (s.available, s.voided, s.activated) is distinct from (counted.available, counted.voided, counted.activated)`)
  expect(rows).toEqual([])
}
