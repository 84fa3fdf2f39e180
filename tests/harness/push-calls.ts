import type { OwnPush } from '@tvarit/shared/contracts/push'
import { sendPush } from '@tvarit/shared/domain/on-call/push/send-push'
import { afterAll } from 'vitest'
import { call } from './api.ts'
import { newSubscription, startPushService } from './fake-push-service.ts'
import { createPerson, type Person } from './people.ts'
import { fileWorld, type World } from './world.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** A world for every test of the file, whose pushes go to a push service of its own. */
export async function filePushWorld(): Promise<{ world: World; service: PushService }> {
  const service = await startPushService()
  afterAll(() => service.close())
  const world = await fileWorld({ worker: false, settings: { PUSH_TEST_ORIGIN: service.origin } })
  return { world, service }
}

/** Devices of one world at a push service, and the pushes to them; `begin` brings a staff member without any. */
export function pushCalls(world: World, service: PushService) {
  async function begin(): Promise<Person> {
    await world.empty('alerts', 'outbox', 'push_subscriptions', 'consoles', 'on_call_people', 'staff_calls')
    service.status = 201
    return createPerson(world, 'staff', 'Asha')
  }

  const own = async (person: Person) =>
    (await call(world.url, '/api/push/', { access: person.access })).body as unknown as OwnPush

  /** A device of a person, whose first push is done. */
  async function device(person: Person): Promise<{ id: number; endpoint: string }> {
    const body = newSubscription(service.origin)
    const { status } = await call(world.url, '/api/push/', { body, access: person.access })
    if (status !== 201) throw new Error(`Not subscribed: ${status}`)
    await world.empty('outbox')
    return (await own(person)).devices.find(({ endpoint }) => endpoint === body.endpoint)!
  }

  /** The pushes that were queued. */
  const jobs = async () => {
    const rows = await world.db
      .selectFrom('outbox')
      .select('payload')
      .where('job', '=', 'send-push')
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => payload as { subscription_id: number; alert_id: number })
  }
  const send = (subscription_id: number, alert_id: number | null = null, last_attempt = true) =>
    sendPush({ ctx: world.ctx(), input: { subscription_id, alert_id }, last_attempt })

  return { begin, own, device, jobs, send }
}
