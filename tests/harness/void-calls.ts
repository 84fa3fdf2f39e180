import { expect } from 'vitest'
import { call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The calls that void and read coupons, by the admin unless another person is named, and their rows. */
export function voidCalls(world: World, admin: Person) {
  const voidSticker = (id: unknown, body: unknown, who: Pick<Person, 'access'> = admin) =>
    call(world.url, `/api/coupons/${String(id)}/void/`, { body, access: who.access })
  const read = async (id: number, who: Pick<Person, 'access'> = admin) =>
    (await call(world.url, `/api/coupons/${id}/`, { access: who.access })).body
  const rowOf = (id: number) =>
    world.db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const replacementsOf = (id: number) =>
    world.db.selectFrom('coupons').selectAll().where('replaces_id', '=', id).execute()

  /** Voids a sticker and reads the one that takes its place. */
  async function replace(id: number, reason = 'Lost') {
    const answer = await voidSticker(id, { reason })
    expect(answer.status).toBe(200)
    return rowOf((answer.body.replaced_by as { id: number }).id)
  }

  return { voidSticker, read, rowOf, replacementsOf, replace }
}
