import { call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

interface Tokens {
  status: number
  access: string
  refresh: string
}

/** The calls that renew and use a session, and its row. */
export function sessionCalls(world: World) {
  async function refresh(token: string, url = world.url): Promise<Tokens> {
    const answer = await call(url, '/api/users/token/refresh/', { body: { refresh: token } })
    return { status: answer.status, access: String(answer.body.access), refresh: String(answer.body.refresh) }
  }

  const signedIn = async (access: string): Promise<boolean> =>
    (await call(world.url, '/api/users/profile/', { access })).status === 200
  const sessionsOf = (person: Person) =>
    world.db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute()
  const endReason = async (person: Person) => (await sessionsOf(person))[0]!.end_reason

  return { refresh, signedIn, sessionsOf, endReason }
}
