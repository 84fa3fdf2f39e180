import { appRouter } from '@tvarit/server/routers/app-router'
import { PLAIN_ROUTES } from '@tvarit/server/rest/plain-routes'
import { declaredProcedures, restProcedures } from '@tvarit/server/trpc/declared-procedures'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { ROLES, type Role } from '@tvarit/shared/contracts/roles'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { ANYBODY, type Callers, PLAIN, PROCEDURES } from '../harness/permission-table.ts'
import { fileWorld } from '../harness/world.ts'

interface Call {
  what: string
  method: string
  path: string
  who: Callers
}

const procedures = (of: (type: string) => boolean): Call[] =>
  [...declaredProcedures(appRouter)]
    .filter(([, { type }]) => of(type))
    .map(([name, { type }]) => ({
      what: name,
      method: type === 'mutation' ? 'POST' : 'GET',
      path: `/trpc/${name}`,
      who: PROCEDURES[name]!,
    }))
const BATCHED = procedures((type) => type !== 'subscription')
const ALONE: Call[] = [
  ...procedures((type) => type === 'subscription'),
  ...restProcedures(appRouter).flatMap(({ name, rest }) =>
    [rest.method, ...(rest.also ? [rest.also] : [])].flatMap((method) =>
      [rest.path, ...(rest.aliases ?? [])].map((path) => ({
        what: `${method} ${path}`,
        method,
        path,
        who: PROCEDURES[name]!,
      })),
    ),
  ),
  ...PLAIN_ROUTES.map(({ method, path }) => ({
    what: `${method} ${path}`,
    method,
    path,
    who: PLAIN[`${method} ${path}`]!,
  })),
]

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

const tokens: Partial<Record<Role, string>> = {}
beforeAll(async () => {
  for (const role of ROLES) tokens[role] = (await createPerson(world, role)).access
})

/** A call with nothing useful in it: a person who may call is answered 400 or 404, nobody else gets that far. */
async function send(method: string, address: string, role: Role | null): Promise<Response> {
  return fetch(`${world.url}${address}`, {
    method,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(role ? { authorization: `Bearer ${tokens[role]}` } : {}),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
}

/** The status of each call; procedures go together, as those of the web client do. */
async function statusesOf(role: Role | null, wanted: (call: Call) => boolean): Promise<[Call, number][]> {
  const statuses: [Call, number][] = []
  for (const call of ALONE.filter(wanted)) {
    const answer = await send(
      call.method,
      call.path.replace('{id}', '999999999').replace('{token}', '1'.repeat(16)),
      role,
    )
    statuses.push([call, answer.status])
    await answer.body?.cancel()
  }
  for (const method of ['GET', 'POST']) {
    const calls = BATCHED.filter((call) => call.method === method && wanted(call))
    for (let at = 0; at < calls.length; at += LIMITS.batch_most) {
      const some = calls.slice(at, at + LIMITS.batch_most)
      const answer = await send(method, `/trpc/${some.map(({ what }) => what).join()}?batch=1`, role)
      const results = (await answer.json()) as { error?: { data: { httpStatus: number } } }[]
      expect(results).toHaveLength(some.length)
      for (const [n, { error }] of results.entries()) statuses.push([some[n]!, error?.data.httpStatus ?? 200])
    }
  }
  return statuses
}

const callers = [...ROLES, null]
const isAllowed = ({ who }: Call, role: Role | null): boolean =>
  who === ANYBODY || (role !== null && who.includes(role))

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public'`.execute(world.db)
  const counts: Record<string, number> = {}
  for (const { table_name } of tables.rows) {
    const result = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table_name)}`.execute(world.db)
    counts[table_name] = result.rows[0]!.n
  }
  return counts
}

test('every procedure and every path of the product is in this table', () => {
  expect([...declaredProcedures(appRouter).keys()].toSorted()).toEqual(Object.keys(PROCEDURES).toSorted())
  expect(PLAIN_ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(PLAIN).toSorted())
})

test('a role outside the row gets 403, no session gets 401, and nothing is written', async () => {
  const before = await rowCounts()
  const wrong: string[] = []
  for (const role of callers) {
    for (const [{ what }, status] of await statusesOf(role, (call) => !isAllowed(call, role)))
      if (status !== (role ? 403 : 401)) wrong.push(`${what} as ${role ?? 'nobody'}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect(await rowCounts()).toEqual(before)
})

test('a person who is in the row gets past the guard, and nothing fails inside', async () => {
  const wrong: string[] = []
  for (const role of callers) {
    for (const [{ what }, status] of await statusesOf(role, (call) => isAllowed(call, role)))
      if (status === 401 || status === 403 || status >= 500) wrong.push(`${what} as ${role ?? 'nobody'}: ${status}`)
  }
  expect(wrong).toEqual([])
})
