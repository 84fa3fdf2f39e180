import type { MessageState } from '@tvarit/shared/contracts/messages'
import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { placeDueCalls } from '@tvarit/shared/domain/call-centre/place-due-calls'
import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { readWatch } from '@tvarit/shared/domain/on-call/consoles/read-watch'
import { raisedAlert } from './ambulances.ts'
import { actingAs, createPerson, newPhone, type Person } from './people.ts'
import type { World } from './world.ts'

/** Empties what the test before left, so that its alerts wait no longer, and brings a staff member and an admin. */
export async function beginShift(world: World): Promise<{ staff: Person; admin: Person }> {
  await world.empty('alerts', 'messages', 'staff_calls', 'users')
  return { staff: await createPerson(world, 'staff', 'Asha'), admin: await createPerson(world, 'admin', 'Meera') }
}

/** The ladder of calls of one world, climbed by hand, and how far it has come. */
export function ladderCalls(world: World) {
  const seconds = (count: number) => world.advanceTime(count * 1000)

  /** What several workers do at the same moment. */
  const climb = () =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        await placeDueCalls({ ctx: world.ctx() })
        await fallBackLate({ ctx: world.ctx() })
      }),
    )

  /** An alert whose relatives were sent their message just now. */
  async function notifiedAlert(options: Parameters<typeof raisedAlert>[1] = {}) {
    const alert = await raisedAlert(world, { relatives: [newPhone()], ...options })
    await notifyRelatives({ ctx: world.ctx(), input: { alert_id: alert.id } })
    return { ...alert, phone: alert.subscriber.relatives[0]! }
  }

  const messagesTo = (phone: string) =>
    world.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()
  const waysTo = async (phone: string) => (await messagesTo(phone)).map(({ channel }) => channel)
  const set = (phone: string, state: MessageState, channel: 'sms' | 'whatsapp' | 'voice' = 'sms') =>
    world.db
      .updateTable('messages')
      .set({ state, ...(state === 'confirmed' ? { confirmed_at: new Date() } : {}) })
      .where('to_phone', '=', phone)
      .where('channel', '=', channel)
      .execute()
  const watch = (by: Person) => readWatch({ ctx: actingAs(world, by) })

  return { seconds, climb, notifiedAlert, messagesTo, waysTo, set, watch }
}
