import { expect, test } from 'vitest'
import { phoneWorld } from '../harness/phone-messages.ts'

test('key 1 in a call whose answer was lost counts, also when the next provider took the call; its failure does not', async () => {
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
