import { appRouter } from '@tvarit/server/routers/app-router'
import { PLAIN_ROUTES } from '@tvarit/server/rest/plain-routes'
import { declaredProcedures, restProcedures } from '@tvarit/server/trpc/declared-procedures'
import { ROLES, type Role } from '@tvarit/shared/contracts/roles'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

/**
 * Who may call what, written down a second time and by hand: a role, a procedure or a path that appears anywhere without
 * being named here fails. How far a permission reaches (own rows, own chain) is tested beside each domain.
 */
const EVERYBODY = [...ROLES]
const ANYBODY = 'anybody'
const PROCEDURES: Record<string, readonly Role[] | typeof ANYBODY> = {
  'auth.login': ANYBODY,
  'auth.requestLoginOtp': ANYBODY,
  'auth.loginWithOtp': ANYBODY,
  'auth.loginWithSecondFactor': ANYBODY,
  'auth.beginSecondFactor': ANYBODY,
  'auth.enrolSecondFactor': ANYBODY,
  'secondFactor.read': ['admin', 'staff'],
  'secondFactor.begin': ['admin', 'staff'],
  'secondFactor.confirm': ['admin', 'staff'],
  'secondFactor.renewRecoveryCodes': ['admin', 'staff'],
  'secondFactor.turnOff': ['admin', 'staff'],
  'secondFactor.reset': ['admin'],
  'auth.requestRegistrationOtp': ANYBODY,
  'auth.refresh': ANYBODY,
  'auth.logout': ANYBODY,
  'auth.password': EVERYBODY,
  'auth.changePassword': EVERYBODY,
  'auth.sessions': EVERYBODY,
  'auth.endSession': EVERYBODY,
  'auth.endOtherSessions': EVERYBODY,
  'dashboard.read': EVERYBODY,
  'dashboard.office': ['admin'],
  'users.profile': EVERYBODY,
  'users.updateProfile': ['admin', 'user'],
  'users.get': EVERYBODY,
  'users.update': ['admin', 'user'],
  'users.listStaffs': ['admin'],
  'users.listAdmins': ['admin'],
  'users.registerStaff': ['admin'],
  'users.registerAdmin': ['admin'],
  'users.remove': ['admin'],
  'users.endSessions': ['admin'],
  'subscribers.register': ANYBODY,
  'subscribers.registerInside': ['admin', 'staff'],
  'subscribers.dataViews': ['user'],
  'subscribers.list': ['admin', 'staff', 'user'],
  'subscribers.plan': ['admin', 'staff', 'user'],
  'subscribers.renew': ['admin'],
  'subscribers.renewWithCoupon': ['user'],
  'subscribers.contactChecks': ['user'],
  'subscribers.checkContacts': ['user'],
  'subscribers.drill': ['user'],
  'subscribers.startDrill': ['user'],
  'subscribers.ownAlerts': ['user'],
  'dataRights.consent': ['user'],
  'dataRights.changeConsent': ['user'],
  'dataRights.exportOwn': EVERYBODY,
  'dataRights.export': ['admin'],
  'dataRights.requestErasureCode': ['user'],
  'dataRights.eraseOwn': ['user'],
  'dataRights.erase': ['admin'],
  'coupons.create': ['admin'],
  'coupons.list': ['admin', 'user'],
  'coupons.get': ['admin', 'user'],
  'coupons.void': ['admin'],
  'coupons.voidSeveral': ['admin'],
  'creatorCoupons.list': ['admin'],
  'creatorCoupons.add': ['admin'],
  'creatorCoupons.update': ['admin'],
  'creatorCoupons.updateSeveral': ['admin'],
  'creatorCoupons.remove': ['admin'],
  'bulkJobs.list': ['admin'],
  'bulkJobs.get': ['admin'],
  'bulkJobs.create': ['admin'],
  'bulkJobs.update': ['admin'],
  'bulkJobs.retry': ['admin'],
  'bulkJobs.cancel': ['admin'],
  'chain.superDistributors': ['admin'],
  'chain.distributors': ['admin', 'super_distributor'],
  'chain.myDistributors': ['admin', 'super_distributor'],
  'chain.retailers': ['admin', 'super_distributor', 'distributor'],
  'chain.myRetailers': ['admin', 'super_distributor', 'distributor'],
  'chain.parentChoices': ['admin'],
  'chain.get': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'chain.register': ['admin', 'super_distributor', 'distributor'],
  'chain.reveal': ['admin'],
  'chain.remove': ['admin', 'super_distributor', 'distributor'],
  'stock.get': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'stock.people': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'stock.batch': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'stock.give': ['admin', 'super_distributor', 'distributor'],
  'stock.takeBack': ['admin', 'super_distributor', 'distributor'],
  'stock.moves': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'stock.move': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'stock.statement': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'alerts.list': ['admin', 'staff', 'user'],
  'alerts.get': ['admin', 'staff', 'user'],
  'alerts.startDrill': ['admin', 'staff'],
  'alerts.claim': ['admin', 'staff'],
  'alerts.release': ['admin', 'staff'],
  'alerts.link': ['admin', 'staff'],
  'alerts.unlink': ['admin', 'staff'],
  'alerts.addNote': ['admin', 'staff'],
  'alerts.setPlace': ['admin', 'staff'],
  'places.byPin': ANYBODY,
  'places.find': ['admin', 'staff'],
  'alerts.watch': ['admin', 'staff'],
  'onCall.read': ['admin'],
  'onCall.addPerson': ['admin'],
  'onCall.updatePerson': ['admin'],
  'onCall.removePerson': ['admin'],
  'onCall.testCall': ['admin'],
  'onCall.setRota': ['admin'],
  'onCall.addOverride': ['admin'],
  'onCall.removeOverride': ['admin'],
  'onCall.setTimes': ['admin'],
  'push.read': ['admin', 'staff'],
  'push.subscribe': ['admin', 'staff'],
  'push.unsubscribe': ['admin', 'staff'],
  'shiftNotes.latest': ['admin', 'staff'],
  'shiftNotes.list': ['admin', 'staff'],
  'shiftNotes.write': ['admin', 'staff'],
  'alerts.update': ['admin', 'staff'],
  'alerts.retryMessage': ['admin', 'staff'],
  'alerts.noteCall': ['admin', 'staff'],
  'alerts.reportConsole': ['admin', 'staff'],
  'alerts.live': ['admin', 'staff'],
  'dispatch.candidates': ['admin', 'staff'],
  'dispatch.list': ['admin', 'staff'],
  'dispatch.assign': ['admin', 'staff'],
  'dispatch.share': ['admin', 'staff'],
  'dispatch.step': ['admin', 'staff'],
  'dispatch.cancel': ['admin', 'staff'],
  'dispatch.drive': ANYBODY,
  'dispatch.driveStep': ANYBODY,
  'dispatch.track': ANYBODY,
  'handover.choices': ['admin', 'staff'],
  'handover.send': ['admin', 'staff'],
  'handover.revoke': ['admin', 'staff'],
  'handover.page': ANYBODY,
  'figures.response': ['admin'],
  'figures.slowest': ['admin'],
  'audit.list': ['admin'],
  'ops.overview': ['admin'],
  'ops.costs': ['admin'],
  'ops.trends': ['admin'],
  'ops.retryMessage': ['admin'],
  'ops.retryMessages': ['admin'],
  'ops.retryJob': ['admin'],
  'registry.ambulances': ['admin', 'staff'],
  'registry.ambulancePoints': ['admin', 'staff'],
  'registry.ambulance': ['admin', 'staff'],
  'registry.addAmbulance': ['admin'],
  'registry.importAmbulances': ['admin'],
  'registry.updateAmbulance': ['admin'],
  'registry.setAmbulanceStatus': ['admin', 'staff'],
  'registry.retireAmbulance': ['admin'],
  'registry.hospitals': ['admin', 'staff'],
  'registry.hospitalPoints': ['admin', 'staff'],
  'registry.hospital': ['admin', 'staff'],
  'registry.addHospital': ['admin'],
  'registry.importHospitals': ['admin'],
  'registry.updateHospital': ['admin'],
  'registry.retireHospital': ['admin'],
}
const PLAIN: Record<string, readonly Role[] | typeof ANYBODY> = {
  'GET /api/users/subscribers/download/': ['admin', 'staff'],
  'GET /api/users/subscribers/list/download/': ['admin', 'staff'],
  'GET /api/users/staffs/download/': ['admin'],
  'GET /api/users/admins/download/': ['admin'],
  'GET /api/coupons/download/': ['admin'],
  'GET /api/creator-coupons/download/': ['admin'],
  'GET /api/qr/alerts/download/': ['admin', 'staff'],
  'GET /api/qr/jobs/download/': ['admin'],
  'GET /api/sales/super-distributors/download/': ['admin'],
  'GET /api/sales/distributors/download/': ['admin', 'super_distributor'],
  'GET /api/sales/retailers/download/': ['admin', 'super_distributor', 'distributor'],
  'GET /api/sales/my-distributors/download/': ['admin', 'super_distributor'],
  'GET /api/sales/my-retailers/download/': ['admin', 'super_distributor', 'distributor'],
  'GET /api/audit/download/': ['admin'],
  'GET /api/ambulances/download/': ['admin', 'staff'],
  'GET /api/hospitals/download/': ['admin', 'staff'],
  'GET /api/sales/stock/people/download/': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'GET /api/sales/stock/moves/download/': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'GET /api/sales/statement/download/': ['admin', 'super_distributor', 'distributor', 'retailer'],
  'GET /api/qr/{id}/download/': ['admin', 'user'],
  'GET /api/qr/{id}/label/': ['admin', 'user'],
  'GET /api/qr/jobs/{id}/download/': ['admin'],
  'GET /api/scan/{token}/': ANYBODY,
  'POST /api/scan/{token}/alerts/': ANYBODY,
  'POST /api/drive/{token}/position/': ANYBODY,
  'GET /healthz': ANYBODY,
  'GET /readyz': ANYBODY,
}

interface Call {
  what: string
  method: string
  path: string
  who: readonly Role[] | typeof ANYBODY
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

test('a person who is not in the row gets 403, a person who is not signed in gets 401, and nothing is written', async () => {
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
