import { appRouter } from '@tvarit/server/routers/app-router'
import { restProcedures } from '@tvarit/server/trpc/declared-procedures'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { createRestCalls, type Sent } from '../harness/rest-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1', WORKER_QUEUES: 'messages' } })
const calls = await createRestCalls(world)

/** Every procedure that answers 201 creates something. */
const creating = restProcedures(appRouter).filter(({ rest }) => rest.status === 201)

/** Those that know a repeat by something else than a `request_id`. */
const BY_ITS_OWN = {
  'alerts.addNote': 'note_id',
  'alerts.noteCall': 'call_id',
  'shiftNotes.write': 'note_id',
  'push.subscribe': 'endpoint',
  'subscribers.renewWithCoupon': 'serial_number',
} as Record<string, string>

const CREATED = [
  'alerts',
  'ambulances',
  'bulk_jobs',
  'coupons',
  'creations',
  'creator_coupons',
  'dispatches',
  'handovers',
  'hospitals',
  'on_call_overrides',
  'on_call_people',
  'push_subscriptions',
  'shift_notes',
  'stock_moves',
  'subscriptions',
  'users',
  `alert_events where kind in ('note', 'called', 'dispatched', 'handover')`,
  `messages where template in ('contact_check', 'on_call_test', 'driver_dispatch', 'hospital_handover')`,
]

/** How many there are of everything that a call can create. */
async function rows(): Promise<Record<string, number>> {
  const counts = CREATED.map((from) => `select '${from.replaceAll("'", '"')}' as name, count(*) as n from ${from}`)
  const found = await sql.raw<{ name: string; n: number }>(counts.join(' union all ')).execute(world.db)
  return Object.fromEntries(found.rows.map(({ name, n }) => [name, n]))
}

/** The same call with a `request_id`, where it has none yet. */
function withRequestId(sent: Sent): Sent {
  const request_id = randomUUID()
  const { body } = sent
  if (!(body instanceof FormData)) return { ...sent, body: { request_id, ...(body as object) } }
  if (!body.has('request_id')) body.set('request_id', request_id)
  return sent
}

test.each(creating.map(({ name, rest }) => [name, rest.method, rest.path] as const))(
  '%s sent twice at once and once more answers the same and creates once',
  async (name, method, path) => {
    const made = await calls.make(name)
    const sent = name in BY_ITS_OWN ? made! : withRequestId(made!)
    const send = async () => {
      const answer = await calls.send(method, path, sent)
      // The rest of a card goes on changing, as signed links do, and so does the state of a message.
      const body = JSON.parse(await answer.text(), (key, value: unknown) => (key === 'state' ? undefined : value)) as {
        id?: number
      }
      return [answer.status, body.id ?? body]
    }
    const [first, second] = await Promise.all([send(), send()])
    expect([first?.[0], second]).toEqual([201, first])
    const before = await rows()
    expect(await send()).toEqual(first)
    expect(await rows()).toEqual(before)
  },
)

test('a request_id of another person, another call or another input is a conflict', async () => {
  const other = await createPerson(world, 'admin')
  const request_id = randomUUID()
  const named = (name: string, as = calls.admin) =>
    call(world.url, '/api/qr/jobs/create/', { body: { request_id, count: 1, name }, access: as.access })
  expect((await named('March')).status).toBe(201)
  const answers = [
    await named('April'),
    await named('March', other),
    await call(world.url, '/api/coupons/', { body: { request_id }, access: calls.admin.access }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
})
