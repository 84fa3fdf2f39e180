import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newPhone } from '../harness/people.ts'
import { phoneWorld } from '../harness/phone-messages.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const script = path.join(import.meta.dirname, '../../scripts/providers-check.ts')

test('each provider of each channel gets one test message or call, and what it said is printed', async () => {
  await using phones = await phoneWorld({ sms: ['twilio', 'msg91'], whatsapp: ['twilio'], voice: ['twilio', 'exotel'] })
  const { carrier, world } = phones
  carrier.mode('twilio whatsapp', 'unauthorized')
  const to = newPhone()
  const check = run(process.execPath, [script, '--to', `+91 ${to}`, '--seconds', '4'], {
    env: { ...process.env, ...world.environment },
  }).catch((error: { stdout: string; stderr: string; code: number }) => error)
  const call = await until('Exotel calls', () =>
    phones.taken(to, 'voice').find(({ provider }) => provider === 'exotel'),
  )
  await until('it is noted', async () => (await phones.row(call.message_id!)).state === 'sent')
  await carrier.pressKey(call, '1', { url: world.url })
  const { stdout, code } = (await check) as { stdout: string; code?: number }
  const lines = stdout.trim().split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^sms by twilio: taken as SM/),
      expect.stringMatching(/^sms by msg91: taken as \w+/),
      'whatsapp by twilio: NOT taken: twilio: rejected (20003)',
      expect.stringMatching(/^voice by twilio: taken as CA/),
      expect.stringMatching(/^voice by exotel: taken as \w+/),
      'voice by exotel: confirmed',
    ]),
  )
  expect(code).toBe(1)
  expect(carrier.accepted.find(({ provider }) => provider === 'twilio')?.text).toContain('TEST no emergency')
})

test('without a number nothing is sent', async () => {
  await using phones = await phoneWorld({})
  const env = { ...process.env, ...phones.world.environment }
  await expect(run(process.execPath, [script], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Name your own number'),
  })
  expect(phones.carrier.accepted).toEqual([])
})
