import { claimMessage } from '@tvarit/shared/domain/delivery/claim-message'
import { recordSendResult } from '@tvarit/shared/domain/delivery/record-send-result'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { phoneWorld } from '../harness/phone-messages.ts'

test('key 1 in a call with a lost response counts, also after failover to another provider', async () => {
  await using phones = await phoneWorld({ voice: ['twilio', 'exotel'] })
  phones.carrier.mode('twilio voice', 'accept_then_hang')
  const { id, to } = await phones.message('voice')
  const { provider_id } = await phones.untilState(id, 'sent')
  const [lost, taken] = phones.taken(to, 'voice')
  expect([lost!.provider, taken!.provider, taken!.provider_id]).toEqual(['twilio', 'exotel', provider_id])
  expect(await phones.carrier.sendReceipt(lost!, { statuses: ['ringing', 'failed'] })).toEqual([200, 200])
  expect(await phones.row(id)).toMatchObject({ state: 'sent', provider: 'exotel' })
  expect((await phones.carrier.pressKey(lost!, '1')).said).toContain('Thank you')
  expect(await phones.row(id)).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(Date) })
  // What the other provider reports later takes nothing back.
  expect(await phones.carrier.sendReceipt(taken!, { statuses: ['no_answer'] })).toEqual([200])
  expect(await phones.row(id)).toMatchObject({ state: 'confirmed' })
})

test.each([
  ['tried again', 'pending'],
  ['being tried again', 'sending'],
])('a late response to a message that is %s counts as sent, and a later failure does not', async (_what, state) => {
  await using phones = await phoneWorld({ sms: ['twilio'] }, { worker: false })
  const { world } = phones
  const { id } = await phones.message('sms')
  const lease = { sms: 3.5, whatsapp: 3.5, voice: 3.5, email: 3.5, sink: 3.5 }
  const claimed = (await claimMessage(world.db, { message_id: id }, lease))!
  // As the next worker leaves it that took it up, or that failed to.
  await sql`update messages set attempts = attempts + 1, state = ${state} where id = ${id}`.execute(world.db)
  const before = await phones.row(id)
  const late = { error: 'No answer in time', uncertain: true }
  await recordSendResult(world.ctx(), claimed, { state: 'pending', retry_after_seconds: 1, ...late })
  await recordSendResult(world.ctx(), claimed, { state: 'failed', ...late })
  expect(await phones.row(id)).toEqual(before)
  const answer = { provider: 'twilio', provider_id: 'SM1', uncertain: false, parts: 1 }
  await recordSendResult(world.ctx(), claimed, { state: 'sent', ...answer })
  expect(await phones.row(id)).toMatchObject({ state: 'sent', provider_id: 'SM1', claimed_until: null })
  // The other attempt ends after it, and says nothing new.
  await recordSendResult(world.ctx(), { ...claimed, attempts: 2 }, { state: 'failed', ...late })
  expect(await phones.row(id)).toMatchObject({ state: 'sent', provider_id: 'SM1' })
})
