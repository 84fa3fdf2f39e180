import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import type { World } from './world.ts'

/** An open session of a person who exists, without the way through a code. */
export async function signIn<P extends { id: number }>(world: World, person: P): Promise<P & { access: string }> {
  const user = await world.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const { access } = await openSession(world.ctx(), user, 'password')
  return { ...person, access }
}
