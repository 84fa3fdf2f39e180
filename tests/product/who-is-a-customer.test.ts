import { appRouter } from '@tvarit/server/routers/app-router'
import { declaredProcedures } from '@tvarit/server/trpc/declared-procedures'
import { expect, test } from 'vitest'
import { call, newAddress } from '../harness/api.ts'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { registrationFields, registrationForm } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

/** Of customers and of strangers each: together more than a network may ask. */
const QUESTIONS = 30
const { serial_number } = await createSticker(world)

/** What a stranger can ask about a number, by procedure. */
const ASK: Record<string, { path: string; body: (phone_number: string) => unknown }> = {
  'auth.login': { path: '/api/users/login/', body: (login) => ({ login, password: 'some-password' }) },
  'auth.requestLoginOtp': { path: '/api/users/login/otp-request/', body: (phone_number) => ({ phone_number }) },
  'auth.loginWithOtp': {
    path: '/api/users/login/otp-verify/',
    body: (phone_number) => ({ phone_number, otp: '123456' }),
  },
  'auth.requestRegistrationOtp': {
    path: '/api/users/register/request-otp/',
    body: (phone_number) => ({ phone_number }),
  },
  'subscribers.register': {
    path: '/api/users/register/subscriber/',
    body: (phone_number) => registrationForm({ ...registrationFields({ serial_number }, phone_number), otp: '123456' }),
  },
}

/** Public procedures that take a token alone, or nothing of a person. */
const TAKES_NO_NUMBER = [
  'auth.loginWithSecondFactor',
  'auth.beginSecondFactor',
  'auth.enrolSecondFactor',
  'auth.refresh',
  'auth.logout',
  'dispatch.drive',
  'dispatch.driveStep',
  'dispatch.driveTakeBack',
  'dispatch.track',
  'handover.page',
  'places.byPin',
]

test('each public procedure is asked below, or takes no number', () => {
  const open = [...declaredProcedures(appRouter)].filter(([, { meta }]) => !meta?.permission)
  expect(open.map(([name]) => name).toSorted()).toEqual([...Object.keys(ASK), ...TAKES_NO_NUMBER].toSorted())
})

test.each(Object.keys(ASK))('%s is limited for a network, or does not say who is a customer', async (name) => {
  const { path, body } = ASK[name]!
  const ip = newAddress()
  const answered = { customers: [] as string[], strangers: [] as string[] }
  for (let n = 0; n < QUESTIONS; n++) {
    for (const kind of ['customers', 'strangers'] as const) {
      const number = kind === 'customers' ? (await createPerson(world, 'user')).phone_number : newPhone()
      const answer = await call(world.url, path, { body: body(number), ip })
      answered[kind].push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  if (new Set([...answered.customers, ...answered.strangers].filter((text) => !text.startsWith('429'))).size === 1)
    return
  for (const answers of [answered.customers, answered.strangers]) {
    const over = answers.findIndex((text) => text.startsWith('429'))
    expect([over >= 0, over <= 25, new Set(answers.slice(over)).size]).toEqual([true, true, 1])
  }
  expect(answered.customers.at(-1)).toEqual(answered.strangers.at(-1))
})
