import { carrierSettings } from './carrier-settings.ts'
import { type FakeCarrier, startFakeCarrier } from './carrier/fake-carrier.ts'
import { type Process, startProcess } from './processes.ts'
import { until } from './until.ts'
import { createWorld, type World } from './world.ts'

export interface Crew extends AsyncDisposable {
  world: World
  carrier: FakeCarrier
  /** A worker as a process of its own, to be killed; what is left of them ends with the crew. */
  startWorker(environment?: Record<string, string>): Promise<Process>
  /** Waits until there are so many messages and all of them are sent. */
  untilSent(count: number): Promise<void>
}

interface Options {
  providers?: ('twilio' | 'msg91')[]
  redis?: boolean
  settings?: Record<string, string>
}

/** A world whose workers are processes and whose messages go to a carrier that can fail. */
export async function createCrew({ providers = ['twilio'], redis, settings }: Options = {}): Promise<Crew> {
  const carrier = await startFakeCarrier()
  const world = await createWorld({
    worker: false,
    settings: { ...carrierSettings(carrier, providers), ...settings },
    ...(redis ? { redis } : {}),
  })
  const workers: Process[] = []
  return {
    world,
    carrier,
    async startWorker(environment = {}) {
      const worker = await startProcess('worker', { ...world.environment, ...environment })
      workers.push(worker)
      return worker
    },
    async untilSent(count) {
      await until('every message is sent', async () => {
        const rows = await world.db.selectFrom('messages').select('state').execute()
        return rows.length >= count && rows.every(({ state }) => state === 'sent')
      })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((each) => each.kill()))
      await world.stop()
      await carrier.close()
    },
  }
}

/** How often each number got a message the carrier took, beyond once; and how many got none. */
export function carried(carrier: FakeCarrier, phones: string[], text?: RegExp): { none: number; doubles: number } {
  const to = carrier.accepted.filter((message) => !text || text.test(message.text ?? '')).map((message) => message.to)
  const mine = to.filter((phone) => phones.includes(phone))
  const once = new Set(mine)
  return { none: new Set(phones).size - once.size, doubles: mine.length - once.size }
}
