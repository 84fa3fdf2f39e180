import type { Role } from '@tvarit/shared/contracts/roles'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { call } from './api.ts'
import { appCode, nextPeriod } from './authenticator.ts'
import { callTrpc } from './chain.ts'
import { createPerson, type Person } from './people.ts'
import type { World } from './world.ts'

export const PASSWORD = 'right-password'

interface Reply {
  status: number
  rejection: unknown
  secret: string
  recovery_codes: string[]
}

/** The two steps of a login over REST, by people whose password is `PASSWORD`, and what they do with their app. */
export function secondFactorCalls(world: World) {
  const hashed = hashPassword(PASSWORD)
  async function createLogin(role: Role = 'admin'): Promise<Person> {
    const person = await createPerson(world, role)
    await world.db
      .updateTable('users')
      .set({ password_hash: await hashed })
      .where('id', '=', person.id)
      .execute()
    return person
  }

  const post = (path: string, body: object) => call(world.url, `/api/users/login/${path}`, { body })
  const login = ({ phone_number }: Person) => post('', { login: phone_number, password: PASSWORD })

  async function challengeOf(person: Person): Promise<string> {
    const { body } = await login(person)
    return String(body.challenge)
  }

  /** A person with an app: its secret, the recovery codes, and a fresh period in which no code was used yet. */
  async function createEnrolled(role: Role = 'admin') {
    const person = await createLogin(role)
    if (role !== 'admin') {
      const { secret } = await trpc('begin', person.access, { proof: PASSWORD })
      const { recovery_codes } = await trpc('confirm', person.access, { code: await appCode(world, secret) })
      await nextPeriod(world)
      return { person, secret, recovery_codes }
    }
    const challenge = await challengeOf(person)
    const secret = String((await post('second-factor/begin/', { challenge })).body.secret)
    const { body } = await post('second-factor/enrol/', { challenge, code: await appCode(world, secret) })
    await nextPeriod(world)
    const recovery_codes = body.recovery_codes as string[]
    return { person: { ...person, access: String(body.access) }, secret, recovery_codes }
  }

  /** What `secondFactor.<name>` gives, or its rejection. */
  async function trpc(name: string, access: string, body: object): Promise<Reply> {
    const { status, data, rejection } = await callTrpc(world, `secondFactor.${name}`, body, access)
    return { status, rejection, ...data } as Reply
  }

  const second = (challenge: string, code: string) => post('second-factor/', { challenge, code })
  const signedIn = async (access: string) => (await call(world.url, '/api/users/profile/', { access })).status === 200
  const audited = async (action: string, id: number) =>
    world.db.selectFrom('audit_log').selectAll().where('action', '=', action).where('subject_id', '=', id).execute()

  return { createLogin, post, login, challengeOf, createEnrolled, trpc, second, signedIn, audited }
}
