import type { Role } from '@tvarit/shared/contracts/roles'
import { createChain } from './chain.ts'
import { createPerson, createSubscriber, type Person, signIn, type Subscriber } from './people.ts'
import type { World } from './world.ts'

/** Signs in one person of each role; the user is a subscriber. */
export async function everyRole(world: World): Promise<{ people: Record<Role, Person>; subscriber: Subscriber }> {
  const chain = await createChain(world)
  const subscriber = await createSubscriber(world)
  const people = {
    admin: await createPerson(world, 'admin'),
    staff: await createPerson(world, 'staff'),
    user: await signIn(world, subscriber.id),
    ...chain,
  }
  return { people, subscriber }
}
