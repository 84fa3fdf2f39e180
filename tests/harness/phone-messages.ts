import { createMessage, type NewMessage } from '@tvarit/shared/domain/messages/create-message'
import type { MessageState, PhoneChannel } from '@tvarit/shared/contracts/messages'
import { carrierSettings, MSG91_SECRET } from './carrier-settings.ts'
import { type AcceptedMessage, type FakeCarrier, startFakeCarrier } from './carrier/fake-carrier.ts'
import { createSticker, newPhone } from './people.ts'
import { press } from './press.ts'
import { RAISED } from './sms.ts'
import { until } from './until.ts'
import { createWorld, type World } from './world.ts'

interface Channels {
  sms?: ('twilio' | 'msg91')[]
  whatsapp?: ('console' | 'twilio' | 'msg91')[]
  voice?: ('console' | 'twilio' | 'exotel')[]
}

export interface PhoneWorld extends AsyncDisposable {
  world: World
  carrier: FakeCarrier
  /** An alert without relatives: its messages are those of the test. */
  alert(): Promise<number>
  /** A message about an alert to a number of its own; a call is spoken. */
  message(channel: PhoneChannel, changes?: Partial<NewMessage<'relative_alert'>>): Promise<{ id: number; to: string }>
  row(id: number): Promise<Row>
  untilState(id: number, state: MessageState): Promise<Row>
  /** What the carrier took for a number, by this channel. */
  taken(to: string, channel: PhoneChannel): AcceptedMessage[]
  untilTaken(to: string, channel: PhoneChannel): Promise<AcceptedMessage>
}

type Row = Awaited<ReturnType<typeof rowOf>>
const rowOf = (world: World, id: number) =>
  world.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A world whose messages and calls go to a carrier of its own. */
export async function phoneWorld(
  { sms = ['twilio'], whatsapp = [], voice = [] }: Channels,
  options: Parameters<typeof createWorld>[0] = {},
): Promise<PhoneWorld> {
  const carrier = await startFakeCarrier({ msg91_secret: MSG91_SECRET })
  const settings = { ...carrierSettings(carrier, sms, { whatsapp, voice }), ...options.settings }
  const world = await createWorld({ ...options, settings })
  const row = (id: number) => rowOf(world, id)
  const taken = (to: string, channel: PhoneChannel) =>
    carrier.accepted.filter((message) => message.to === to && message.channel === channel)
  let made = 0
  return {
    world,
    carrier,
    row,
    taken,
    alert: async () => (await press(world.url, (await createSticker(world)).token)).id,
    async message(channel, changes = {}) {
      const to = changes.to_phone ?? newPhone()
      const dedupe_key = `test:${(made += 1)}`
      const { url: _url, ...spoken } = RAISED
      const id = await world.db.transaction().execute((db) =>
        createMessage(db, {
          template: channel === 'voice' ? 'relative_alert_call' : 'relative_alert',
          params: (channel === 'voice' ? spoken : RAISED) as typeof RAISED,
          dedupe_key,
          valid_seconds: 3600,
          channel,
          ...changes,
          to_phone: to,
        } as NewMessage<'relative_alert'>),
      )
      return { id: id!, to }
    },
    untilState: (id, state) =>
      until(`message ${id} is ${state}`, async () => {
        const found = await row(id)
        return found.state === state && found
      }),
    untilTaken: (to, channel) => until('the carrier has it', () => taken(to, channel)[0]),
    async [Symbol.asyncDispose]() {
      await world.stop()
      await carrier.close()
    },
  }
}
