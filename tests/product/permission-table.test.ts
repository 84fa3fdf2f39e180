import { appRouter } from '@tvarit/server/routers/app-router'
import { PLAIN_ROUTES } from '@tvarit/server/rest/plain-routes'
import { declaredProcedures, restProcedures } from '@tvarit/server/trpc/declared-procedures'
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

const CALLS: Call[] = [
  ...[...declaredProcedures(appRouter)].map(([name, { type }]) => ({
    what: name,
    method: type === 'mutation' ? 'POST' : 'GET',
    path: `/trpc/${name}`,
    who: PROCEDURES[name]!,
  })),
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

/** Calls with nothing useful in it: a person who may call is told so (400, 404), nobody else gets that far. */
async function statusOf({ method, path }: Call, role: Role | null): Promise<number> {
  const aborted = new AbortController()
  const filled = path.replace('{id}', '999999999').replace('{token}', '1111111111111111')
  const response = await fetch(`${world.url}${filled}`, {
    method,
    signal: aborted.signal,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(role ? { authorization: `Bearer ${tokens[role]}` } : {}),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  aborted.abort()
  return response.status
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
  for (const call of CALLS) {
    for (const role of callers.filter((role) => !isAllowed(call, role))) {
      const status = await statusOf(call, role)
      if (status !== (role ? 403 : 401)) wrong.push(`${call.what} as ${role ?? 'nobody'}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await rowCounts()).toEqual(before)
})

test('a person who is in the row gets past the guard, and nothing fails inside', async () => {
  const wrong: string[] = []
  for (const call of CALLS) {
    for (const role of callers.filter((role) => isAllowed(call, role))) {
      const status = await statusOf(call, role)
      if (status === 401 || status === 403 || status >= 500) {
        wrong.push(`${call.what} as ${role ?? 'nobody'}: ${status}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
