import { randomUUID } from 'node:crypto'
import { endSessions } from '@tvarit/shared/domain/people/sessions/end-sessions'
import { expect, test } from 'vitest'
import { callTrpc } from '../harness/chain.ts'
import { createPerson, type Person, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

const report = (person: Person, console_id: string) =>
  callTrpc(world, 'alerts.reportConsole', { console_id, armed: true, open: true }, person.access)
const consoles = () => world.db.selectFrom('consoles').select(['user_id', 'armed']).execute()

test('a console used by a second person counts for the second, also without a goodbye', async () => {
  await world.empty('consoles')
  const [asha, vikram] = [await createPerson(world, 'staff', 'Asha'), await createPerson(world, 'staff', 'Vikram')]
  const page = randomUUID()
  await report(asha, page)
  expect((await report(vikram, page)).status).toBe(200)
  expect(await consoles()).toEqual([{ user_id: vikram.id, armed: true }])
})

test('a person whose last session ends has no console, even with older expired sessions', async () => {
  await world.empty('consoles')
  const asha = await createPerson(world, 'staff', 'Asha')
  const again = await signIn(world, asha.id)
  const id = asha.actor.session_id
  await world.pool.query(`update sessions set expires_at = now() - interval '1 day' where id = $1`, [id])
  await report(again, randomUUID())
  await endSessions(world.db, { session_id: again.actor.session_id }, 'admin')
  expect(await consoles()).toEqual([])
})
