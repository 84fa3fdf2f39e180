import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { notifyStaff } from '@tvarit/shared/domain/call-centre/notify-staff'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { setRota } from '@tvarit/shared/domain/on-call/rota/set-rota'
import { sql } from 'kysely'
import { hasWaited } from './alert-calls.ts'
import { raisedAlert } from './ambulances.ts'
import { call } from './api.ts'
import { actingAs, createPerson, newPhone, type Person } from './people.ts'
import type { World } from './world.ts'

export const HOUR = 3_600_000

const person = (name: string) => ({ name, phone: newPhone(), language: 'en' as const })
export const ASHA = person('Asha')
export const RAVI = person('Ravi')
export const MEERA = person('Meera')

/** Who is on call, as the admin sets and reads it; `begin` brings an admin into a world without any of it. */
export function onCallCalls(world: World) {
  let admin: Person
  async function begin(): Promise<Person> {
    await world.empty('alerts', 'messages', 'outbox', 'staff_calls', 'on_call_people')
    await sql`update on_call_settings set level_2_seconds = 60, level_3_seconds = 120`.execute(world.db)
    await sql`update console_watch set silent_since = null, told_at = null`.execute(world.db)
    admin = await createPerson(world, 'admin', 'Meera')
    return admin
  }

  const as = () => actingAs(world, admin)
  const add = (...people: (typeof ASHA)[]) =>
    people.reduce(
      (before, person) => before.then(() => addOnCallPerson({ ctx: as(), input: person })),
      Promise.resolve({ detail: '' }),
    )
  const idOf = async ({ phone }: typeof ASHA) =>
    (await world.db.selectFrom('on_call_people').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id

  /** Sets the rota whose first person has the week that begins now. */
  const rota = async (...people: (typeof ASHA)[]) => {
    const now = new Date(Date.now() + 5.5 * HOUR)
    await setRota({
      ctx: as(),
      input: {
        weekday: now.getUTCDay(),
        time: now.toISOString().slice(11, 16),
        people: await Promise.all(people.map(idOf)),
      },
    })
  }

  /** The numbers that are called for an alert which has waited so long. */
  const calledFor = async (seconds: number) => {
    const { id } = await raisedAlert(world)
    await hasWaited(world, id, seconds)
    await notifyStaff({ ctx: world.ctx() })
    const rows = await world.db
      .selectFrom('messages')
      .select('to_phone')
      .where('recipient_relation', '=', 'On call')
      .execute()
    return rows.map(({ to_phone }) => to_phone)
  }
  const page = async () =>
    (await call(world.url, '/api/on-call/', { access: admin.access })).body as unknown as OnCallPage

  return { begin, as, add, idOf, rota, calledFor, page }
}
