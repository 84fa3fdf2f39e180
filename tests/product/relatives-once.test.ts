import { claimMessage } from '@tvarit/shared/domain/delivery/claim-message'
import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { expect, test } from 'vitest'
import { holdLocks } from '../harness/hold-locks.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

const messagesOf = (alert_id: number) =>
  world.db.selectFrom('messages').select('to_phone').where('alert_id', '=', alert_id).execute()
const tell = (alert_id: number) => notifyRelatives({ ctx: world.ctx(), input: { alert_id } })

test('notified by many workers at once, each relative gets one message and the timeline one line', async () => {
  const { sticker, relatives } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  await Promise.all(Array.from({ length: 8 }, () => tell(id)))
  expect((await messagesOf(id)).map(({ to_phone }) => to_phone).toSorted()).toEqual(relatives.toSorted())
  const notified = await world.db
    .selectFrom('alert_events')
    .select('id')
    .where('alert_id', '=', id)
    .where('kind', '=', 'told')
    .execute()
  expect(notified).toHaveLength(1)
})

test('even when the note that they were notified is lost, nobody gets a second message', async () => {
  const { sticker, relatives } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  await tell(id)
  await world.db.updateTable('alerts').set({ relatives_told_at: null }).where('id', '=', id).execute()
  await tell(id)
  expect(await messagesOf(id)).toHaveLength(relatives.length)
})

test('a job claims only its own attempt of a message and never waits for a lock', async () => {
  const { sticker } = await createSubscriber(world)
  const { id: alert_id } = await press(world.url, sticker.token)
  await tell(alert_id)
  const message = await world.db
    .selectFrom('messages')
    .select('id')
    .where('alert_id', '=', alert_id)
    .executeTakeFirstOrThrow()
  const claim = async (attempts?: number) =>
    (
      await claimMessage(
        world.ctx().db,
        { message_id: message.id, attempts },
        { sms: 60, whatsapp: 60, voice: 60, email: 60, sink: 60 },
      )
    )?.attempts ?? null
  const giveBack = () =>
    world.db.updateTable('messages').set({ state: 'pending' }).where('id', '=', message.id).execute()

  const locks = await holdLocks(world.pool, 'select from messages where id = $1 for update', [message.id])
  expect(await claim(0)).toBeNull()
  await locks.release()
  expect((await Promise.all([claim(0), claim(0), claim(0)])).toSorted()).toEqual([1, null, null])
  await giveBack()
  expect(await claim(0)).toBeNull()
  expect(await claim(1)).toBe(2)
  await giveBack()
  expect(await claim()).toBe(3)
})
