import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('a new alert is on every console of every server process', async () => {
  const another = await world.anotherServer()
  const staff = await Promise.all([createPerson(world, 'staff'), createPerson(world, 'admin')])
  const screens = [
    openScreen(world.url, staff[0].access),
    openScreen(world.url, staff[1].access),
    openScreen(another.url, staff[0].access),
  ]
  await until('all screens have their snapshot', () => screens.every((screen) => screen.events.length > 0))
  const { sticker } = await createSubscriber(world, { first_name: 'Meera' })
  const { id } = await press(world.url, sticker.token, { latitude: 12.9, longitude: 77.5, accuracy: 20 })
  await until('every screen has it', () => screens.every((screen) => screen.alertIds().has(id)))
  expect(screens[2]!.latest(id)).toMatchObject({ status: 'PENDING', latitude: 12.9, user: { first_name: 'Meera' } })
  await Promise.all(screens.map((screen) => screen.close()))
})

test('a console that was away gets exactly what it missed, in order, once', async () => {
  const staff = await createPerson(world, 'staff')
  const first = openScreen(world.url, staff.access)
  await isLive(first)
  const cursor = String(first.events[0]!.seq)
  await first.close()
  const subscribers = await Promise.all(Array.from({ length: 3 }, () => createSubscriber(world)))
  const ids: number[] = []
  for (const { sticker } of subscribers) ids.push((await press(world.url, sticker.token)).id)
  const again = openScreen(world.url, staff.access, cursor)
  await until('the missed alerts are there', () => again.events.length >= 3)
  const changes = again.events.map((event) => (event.type === 'alert' ? event.alert.id : event.type))
  expect(changes).toEqual(ids)
  await again.close()
})

test('a console without a cursor starts with every open alert, and with none that is closed', async () => {
  const staff = await createPerson(world, 'staff')
  const [open, closed] = [await createSubscriber(world), await createSubscriber(world)]
  const pending = await press(world.url, open.sticker.token)
  const done = await press(world.url, closed.sticker.token)
  await fetch(`${world.url}/api/qr/alerts/${done.id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status: 'ATTENDED', description: 'Done' }),
  })
  const screen = openScreen(world.url, staff.access)
  const snapshot = await until('the snapshot is there', () => screen.events[0])
  expect(snapshot.type).toBe('snapshot')
  expect(screen.alertIds().has(pending.id)).toBe(true)
  expect(screen.alertIds().has(done.id)).toBe(false)
  await screen.close()
})

test('a cursor that is too old or foreign gets a snapshot, never a silent gap', async () => {
  const staff = await createPerson(world, 'staff')
  for (const cursor of ['999999999', 'nonsense']) {
    const screen = openScreen(world.url, staff.access, cursor)
    const first = await until('something arrives', () => screen.events[0])
    expect(first.type).toBe('snapshot')
    await screen.close()
  }
})

test('who is removed loses the socket at once, and a role without alerts never gets one', async () => {
  const admin = await createPerson(world, 'admin')
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await isLive(screen)
  const removed = await fetch(`${world.url}/api/users/${staff.id}/delete/`, {
    method: 'DELETE',
    headers: admin.headers,
  })
  expect(removed.status).toBe(200)
  await until('the server rejects the removed person', () => screen.error)
  expect(screen.error!.data?.code).toBe('UNAUTHORIZED')
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  const witness = openScreen(world.url, admin.access)
  await until('the admin sees it', () => witness.alertIds().has(id))
  expect(screen.alertIds().has(id)).toBe(false)
  const user = await createPerson(world, 'user')
  const nosy = openScreen(world.url, user.access)
  await until('the subscriber is rejected', () => nosy.error)
  expect(nosy.error!.data?.code).toBe('FORBIDDEN')
  await Promise.all([screen.close(), witness.close(), nosy.close()])
})

test('logging out closes the consoles of that session and of no other', async () => {
  const staff = await createPerson(world, 'staff')
  const colleague = await createPerson(world, 'staff')
  const [mine, theirs] = [openScreen(world.url, staff.access), openScreen(world.url, colleague.access)]
  await until('both have their snapshot', () => mine.events[0] && theirs.events[0])
  await fetch(`${world.url}/api/users/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: staff.refresh }),
  })
  await until('the session is rejected', () => mine.error)
  expect(theirs.error).toBeNull()
  expect(theirs.opens).toBe(1)
  await Promise.all([mine.close(), theirs.close()])
})

test('alerts.live over HTTP is an error that says where to find it, alone and in a batch', async () => {
  const staff = await createPerson(world, 'staff')
  const user = await createPerson(world, 'user')
  const answer = async (path: string, access?: string) => {
    const response = await fetch(`${world.url}/trpc/${path}`, {
      headers: { accept: 'text/event-stream', ...(access ? { authorization: `Bearer ${access}` } : {}) },
    })
    return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()] as const
  }
  for (const path of ['alerts.live', 'alerts.live?input=%7B%7D', 'alerts.live,alerts.watch?batch=1']) {
    const [status, type, text] = await answer(path, staff.access)
    expect([path, status, type]).toEqual([path, 400, 'application/json'])
    expect(text).toContain('over the WebSocket only: connect to /trpc-ws or /ws/alerts/.')
  }
  expect((await answer('alerts.live', user.access))[0]).toBe(403)
  expect((await answer('alerts.live'))[0]).toBe(401)
})

test('a person who gets another role loses the socket and comes back with the new rights', async () => {
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await isLive(screen)
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', staff.id).execute()
  await until('the server rejects the new role', () => screen.error)
  expect(screen.error!.data?.code).toBe('FORBIDDEN')
  await screen.close()
})
