import { randomUUID } from 'node:crypto'
import { loginWithOtp } from '@tvarit/shared/domain/people/login/login-with-otp'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call, codeBySms, readSms, wrongCode } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const verify = (phone_number: string, otp: string, request_id?: string) =>
  call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp, request_id } })
/** Their codes differ, and none was sent. */
async function peopleWithCodes(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => createPerson(world, 'user')))
  const withCodes = people.map((person, n) => ({ ...person, code: String(100_000 + n), request_id: randomUUID() }))
  const values = withCodes.map(({ phone_number, code, request_id }) => ({
    purpose: 'login' as const,
    phone_number,
    request_id,
    code_hash: otpHash(world.ctx().config, 'login', phone_number, code),
    expires_at: sql<Date>`now() + interval '5 minutes'`,
  }))
  await world.db.insertInto('otp_challenges').values(values).execute()
  return withCodes
}

test('of forty concurrent logins by code each gets the own session, once', async () => {
  const people = await peopleWithCodes(40)
  const asked = [...people, ...people.slice(0, 20)]
  const answers = await Promise.all(
    asked.map(({ phone_number, code, request_id }) => verify(phone_number, code, request_id)),
  )
  const opened = answers.filter(({ status }) => status === 200)
  expect(opened).toHaveLength(40)
  for (const { body } of opened) {
    const { id, phone_number } = body.user as { id: number; phone_number: string }
    const own = await call(world.url, '/api/users/profile/', { access: String(body.access) })
    expect(own.body).toMatchObject({ id, phone_number })
    const again = await call(world.url, '/api/users/token/refresh/', { body: { refresh: body.refresh } })
    expect(again.status).toBe(200)
  }
  expect(new Set(opened.map(({ body }) => (body.user as { id: number }).id))).toEqual(
    new Set(people.map(({ id }) => id)),
  )
})

test('of twenty logins at once one fails in the database, and nobody else notices', async () => {
  const people = await peopleWithCodes(20)
  const unlucky = people[10]!
  // A trigger stands for whatever may go wrong with one of many.
  await sql`create function reject_one() returns trigger language plpgsql as $$
    begin raise exception 'this one not'; end $$`.execute(world.db)
  await sql`create trigger reject_one before insert on sessions for each row
    when (new.user_id = ${sql.lit(unlucky.id)}) execute function reject_one()`.execute(world.db)
  const answers = await Promise.all(
    people.map(({ phone_number, code, request_id }) => verify(phone_number, code, request_id)),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map((person) => (person === unlucky ? 500 : 200)))
})

test('a hundred right codes at once on two servers open exactly one session', async () => {
  const person = await createPerson(world, 'user')
  const second = await world.anotherServer()
  const otp = await codeBySms(world, 'login', person.phone_number)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      call(n % 2 ? world.url : second.url, '/api/users/login/otp-verify/', {
        body: { phone_number: person.phone_number, otp },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(99)
  const sessions = await world.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()
  expect(sessions).toHaveLength(2) // the one of the test itself, and this one
})

test('a hundred wrong codes at once count five tries, and then the right code is rejected too', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => verify(phone_number, wrongCode(code, n + 1))))
  const answered = Map.groupBy(answers, (answer) => `${answer.status} ${String(answer.body.detail)}`)
  expect(answered.get('400 Invalid OTP')).toHaveLength(5)
  expect(answered.get('400 Too many tries with this code. Ask for a new one.')).toHaveLength(95)
  const locked = await verify(phone_number, code)
  expect([locked.status, locked.body]).toEqual([400, { detail: 'Too many tries with this code. Ask for a new one.' }])
})

test('of sixty-four guesses at once five are looked at, and a right one behind them is rejected', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const ctx = world.ctx()
  await call(world.url, '/api/users/login/otp-request/', { body: { phone_number }, ip: ctx.ip! })
  const code = await readSms(world, phone_number)
  // By the verb, so that they come in this order.
  const guesses = Array.from({ length: 64 }, (_, n) => (n === 33 ? code : wrongCode(code, n + 1)))
  const tried = await Promise.allSettled(guesses.map((otp) => loginWithOtp({ ctx, input: { phone_number, otp } })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([])
  const wrong = tried.filter((each) => each.status === 'rejected' && (each.reason as Error).message === 'Invalid OTP')
  expect(wrong).toHaveLength(5)
})

test('four wrong codes leave one try', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  for (let by = 1; by <= 4; by++) expect((await verify(phone_number, wrongCode(code, by))).status).toBe(400)
  expect((await verify(phone_number, code)).status).toBe(200)
})
