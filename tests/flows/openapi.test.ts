import { Validator } from '@seriousme/openapi-schema-validator'
import { createCoupon } from '@tvarit/shared/domain/coupons/create-coupon'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAmbulance, raisedAlert, sentAmbulance } from '../harness/ambulances.ts'
import { call, codeBySms, newAddress } from '../harness/api.ts'
import { handedOver } from '../harness/handovers.ts'
import { type ChainPerson, createChain, subordinateFields, subordinateForm } from '../harness/chain.ts'
import { createPerson, createSticker, createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { registrationFields, registrationForm } from '../harness/registration.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Section 7 of the specification and section 5 of the design, written down by hand. */
const PROMISED = [
  'POST /api/users/login/',
  'POST /api/users/token/refresh/',
  'POST /api/users/login/otp-request/',
  'POST /api/users/login/otp-verify/',
  'POST /api/users/register/request-otp/',
  'POST /api/users/register/subscriber/',
  'POST /api/users/register/admin/',
  'POST /api/users/register/staff/',
  'POST /api/users/register/subordinate/',
  'GET /api/users/{id}/',
  'PUT /api/users/{id}/',
  'DELETE /api/users/{id}/delete/',
  'POST /api/users/{id}/delete/',
  'GET /api/users/subscribers/',
  'GET /api/users/subscribers/download/',
  'GET /api/users/staffs/',
  'GET /api/users/admins/',
  'GET /api/users/profile/',
  'PUT /api/users/profile/',
  'POST /api/users/logout/',
  'GET /api/dashboard/',
  'POST /api/coupons/',
  'GET /api/coupons/',
  'GET /api/coupons/{id}/',
  'POST /api/coupons/{id}/void/',
  'POST /api/qr/create/',
  'GET /api/qr/list/',
  'GET /api/qr/{id}/',
  'GET /api/qr/{id}/download/',
  'GET /api/creator-coupons/',
  'POST /api/creator-coupons/',
  'PATCH /api/creator-coupons/{id}/',
  'DELETE /api/creator-coupons/{id}/',
  'GET /api/qr/alerts/',
  'GET /api/qr/alerts/{id}/',
  'PATCH /api/qr/alerts/{id}/update/',
  'POST /api/qr/jobs/create/',
  'GET /api/qr/jobs/',
  'GET /api/qr/jobs/{id}/',
  'POST /api/qr/jobs/{id}/retry/',
  'PATCH /api/qr/jobs/{id}/update/',
  'GET /api/qr/jobs/{id}/download/',
  'GET /api/sales/super-distributors/',
  'GET /api/sales/distributors/',
  'GET /api/sales/retailers/',
  'GET /api/sales/my-distributors/',
  'GET /api/sales/my-retailers/',
  'GET /api/sales/hierarchy-users/{id}/',
  'GET /api/sales/subordinate/{id}/',
  'DELETE /api/sales/hierarchy-users/{id}/',
  'GET /api/users/{id}/plan/',
  'POST /api/users/{id}/renew/',
  'POST /api/users/profile/renew/',
  'GET /api/users/profile/contact-checks/',
  'POST /api/users/profile/contact-checks/',
  'GET /api/users/profile/drill/',
  'POST /api/users/profile/drill/',
  'GET /api/users/profile/alerts/',
  'POST /api/qr/alerts/drill/',
  'GET /api/figures/response/',
  'GET /api/ambulances/',
  'POST /api/ambulances/',
  'POST /api/ambulances/import/',
  'GET /api/ambulances/{id}/',
  'PATCH /api/ambulances/{id}/',
  'PATCH /api/ambulances/{id}/status/',
  'DELETE /api/ambulances/{id}/',
  'GET /api/hospitals/',
  'POST /api/hospitals/',
  'POST /api/hospitals/import/',
  'GET /api/hospitals/{id}/',
  'PATCH /api/hospitals/{id}/',
  'DELETE /api/hospitals/{id}/',
  'GET /api/scan/{token}/',
  'POST /api/scan/{token}/alerts/',
  'GET /healthz',
  'GET /readyz',
]

interface Operation {
  operationId: string
  security: unknown[]
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: object
}

let world: World
let document: Document
let admin: Person
let chain: { super_distributor: ChainPerson; distributor: ChainPerson; retailer: ChainPerson }
beforeAll(async () => {
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
  document = (await call(world.url, '/api/openapi.json')).body as unknown as Document
  admin = await createPerson(world, 'admin')
  chain = await createChain(world)
})
afterAll(() => world?.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      what: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

test('every path of the specification and of the design stands in the document, with its method', () => {
  const there = new Set(operations().map(({ what }) => what))
  expect(PROMISED.filter((what) => !there.has(what))).toEqual([])
})

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

test('the page to read names every path', async () => {
  const page = await call(world.url, '/api/docs')
  expect(page.status).toBe(200)
  const text = page.body.text as string
  expect(operations().filter(({ path }) => !text.includes(`<code>${path}</code>`))).toEqual([])
})

interface Sent {
  id?: number
  token?: string
  query?: string
  body?: unknown
  as?: Person | null
  /** What a file begins with. */
  starts?: string
  name?: string
}

async function finishedJob(): Promise<number> {
  const made = await call(world.url, '/api/qr/jobs/create/', { body: { count: 2 }, access: admin.access })
  const id = made.body.id as number
  await until('the job is done', async () => {
    const job = await world.db.selectFrom('bulk_jobs').select('status').where('id', '=', id).executeTakeFirst()
    return job?.status === 'COMPLETED'
  })
  return id
}

async function failedJob(): Promise<number> {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ count: 1, created_by: admin.id, status: 'FAILED', last_error: 'ENOSPC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}

const creatorBody = {
  name: 'Ravi Vlogs',
  social_media_name: '@ravi',
  start_date: '2026-01-01',
  end_date: '2027-01-01',
  is_active: true,
}

async function creatorId(): Promise<number> {
  return (await call(world.url, '/api/creator-coupons/', { body: creatorBody, access: admin.access })).body.id as number
}

let vehicles = 1000
const ambulanceBody = () => ({
  vehicle_number: `KA01AB${(vehicles += 1)}`,
  type: 'BASIC',
  operator: 'Namma Ambulance',
  driver_name: 'Basavaraj Patil',
  driver_phone: newPhone(),
  base_latitude: 12.97,
  base_longitude: 77.59,
})
const hospitalBody = () => {
  const place = { address: 'Fort Road', latitude: 12.96, longitude: 77.57 }
  return { name: 'Victoria Hospital', phone: newPhone(), ...place }
}

async function registryId(path: string, body: object): Promise<number> {
  return (await call(world.url, path, { body, access: admin.access })).body.id as number
}
const ambulanceId = () => registryId('/api/ambulances/', ambulanceBody())
const hospitalId = () => registryId('/api/hospitals/', hospitalBody())

/** One row as a CSV file. */
function csvForm(row: object): FormData {
  const form = new FormData()
  form.set('file', new Blob([`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`]), 'rows.csv')
  return form
}

const personFields = () => {
  const phone_number = newPhone()
  return { first_name: 'Meena', last_name: 'Das', phone_number, email: `${phone_number}@office.example` }
}

async function pendingAlert(): Promise<number> {
  const { sticker } = await createSubscriber(world)
  return (await press(world.url, sticker.token)).id
}

const couponId = async () => (await createCoupon({ ctx: { ...world.ctx(admin.actor), actor: admin.actor } })).id
const subscriber = async () => signIn(world, await subscriberId())
const subscriberId = async () => (await createSubscriber(world)).id
const staffId = async () => (await createPerson(world, 'staff')).id

async function registration(): Promise<FormData> {
  const fields = registrationFields(await createSticker(world))
  return registrationForm({ ...fields, otp: await codeBySms(world, 'register', fields.phone_number) })
}

async function loginCode(): Promise<{ phone_number: string; otp: string }> {
  const { phone_number } = await createPerson(world, 'staff')
  return { phone_number, otp: await codeBySms(world, 'login', phone_number) }
}

function changedAddress(): FormData {
  const form = new FormData()
  form.set('address', '9 Park Street')
  return form
}

/** A useful call of each operation; aliases and second methods share it. */
const CALLS: Record<string, () => Sent | Promise<Sent>> = {
  'auth.login': async () => {
    const person = { ...personFields(), password: 'ambulance1' }
    await call(world.url, '/api/users/register/staff/', { body: person, access: admin.access })
    return { as: null, body: { login: person.email, password: person.password } }
  },
  'auth.requestLoginOtp': () => ({ as: null, body: { phone_number: admin.phone_number } }),
  'auth.loginWithOtp': async () => ({ as: null, body: await loginCode() }),
  'auth.requestRegistrationOtp': () => ({ as: null, body: { phone_number: newPhone() } }),
  'auth.refresh': async () => ({ as: null, body: { refresh: (await createPerson(world, 'staff')).refresh } }),
  'auth.logout': async () => ({ as: null, body: { refresh: (await createPerson(world, 'staff')).refresh } }),
  'dashboard.read': () => ({}),
  'users.profile': () => ({}),
  'users.updateProfile': async () => {
    const subscriber = await createSubscriber(world)
    const session = await call(world.url, '/api/users/login/otp-verify/', {
      body: {
        phone_number: subscriber.phone_number,
        otp: await codeBySms(world, 'login', subscriber.phone_number),
      },
    })
    return { as: { access: session.body.access } as Person, body: changedAddress() }
  },
  'users.get': async () => ({ id: await subscriberId() }),
  'users.update': async () => ({ id: await subscriberId(), body: changedAddress() }),
  'users.listStaffs': () => ({}),
  'users.listAdmins': () => ({}),
  'users.registerStaff': () => ({ body: { ...personFields(), password: 'ambulance1' } }),
  'users.registerAdmin': () => ({
    body: { ...personFields(), password: 'ambulance1', confirm_password: 'ambulance1' },
  }),
  'users.remove': async () => ({ id: await staffId() }),
  'subscribers.list': async () => {
    await subscriberId()
    return {}
  },
  'subscribers.plan': async () => ({ id: await subscriberId() }),
  'subscribers.renew': async () => {
    const id = await subscriberId()
    const { body } = await call(world.url, `/api/users/${id}/plan/`, { access: admin.access })
    return { id, body: { plan: 'GOLD', ending_date: body.ending_date } }
  },
  'subscribers.renewWithCoupon': async () => {
    const { serial_number, coupon_code } = await createSticker(world)
    return { as: await subscriber(), body: { serial_number, coupon_code } }
  },
  'subscribers.contactChecks': async () => ({ as: await subscriber() }),
  'subscribers.checkContacts': async () => ({ as: await subscriber(), body: {} }),
  'subscribers.drill': async () => {
    const as = await subscriber()
    await call(world.url, '/api/users/profile/drill/', { method: 'POST', access: as.access })
    return { as }
  },
  'subscribers.startDrill': async () => ({ as: await subscriber(), body: {} }),
  'subscribers.ownAlerts': async () => {
    const sent = await sentAmbulance(world, admin)
    return { as: await signIn(world, sent.alert.subscriber.id) }
  },
  'figures.response': async () => {
    await sentAmbulance(world, admin)
    return { query: '?from=2026-01-01&to=2026-12-31' }
  },
  'alerts.startDrill': () => ({ body: {} }),
  'subscribers.register': async () => ({ as: null, body: await registration() }),
  'subscribers.registerInside': async () => ({ body: await registration() }),
  'coupons.create': () => ({ body: {} }),
  'coupons.list': async () => {
    await couponId()
    return {}
  },
  'coupons.get': async () => ({ id: await couponId() }),
  'coupons.void': async () => ({ id: await couponId(), body: { reason: 'Lost', replace: true } }),
  'creatorCoupons.list': async () => {
    await creatorId()
    return {}
  },
  'creatorCoupons.add': () => ({ body: creatorBody }),
  'creatorCoupons.update': async () => ({ id: await creatorId(), body: { is_active: false } }),
  'creatorCoupons.remove': async () => ({ id: await creatorId() }),
  'bulkJobs.list': async () => {
    await finishedJob()
    return {}
  },
  'bulkJobs.get': async () => ({ id: await finishedJob() }),
  'bulkJobs.create': () => ({ body: { count: 1 } }),
  'bulkJobs.update': async () => ({ id: await finishedJob(), body: { status: 'PRINTED' } }),
  'bulkJobs.retry': async () => ({ id: await failedJob(), body: {} }),
  'chain.superDistributors': () => ({}),
  'chain.distributors': () => ({}),
  'chain.retailers': () => ({}),
  'chain.myDistributors': () => ({ as: chain.super_distributor }),
  'chain.myRetailers': () => ({ as: chain.distributor }),
  'chain.get': () => ({ id: chain.retailer.id }),
  'chain.register': async () => ({ as: chain.distributor, body: await subordinateForm(subordinateFields()) }),
  'chain.reveal': () => ({ id: chain.retailer.id, body: { field: 'pan_number', reason: 'Checking a tax form' } }),
  'chain.remove': async () => ({ id: (await createChain(world)).retailer.id }),
  'alerts.list': async () => {
    await pendingAlert()
    return {}
  },
  'alerts.get': async () => ({ id: await pendingAlert() }),
  'alerts.claim': async () => ({ id: await pendingAlert(), body: {} }),
  'alerts.release': async () => {
    const id = await pendingAlert()
    await send('POST', '/api/qr/alerts/{id}/claim/', { id, body: {} })
    return { id, body: {} }
  },
  'alerts.addNote': async () => ({
    id: await pendingAlert(),
    body: { note_id: randomUUID(), note: 'Caller is safe.' },
  }),
  'shiftNotes.latest': () => ({}),
  'shiftNotes.list': () => ({}),
  'shiftNotes.write': () => ({ body: { note_id: randomUUID(), text: 'Radio 2 is in repair.' } }),
  'alerts.update': async () => ({ id: await pendingAlert(), body: { status: 'ATTENDED', description: 'Safe.' } }),
  'registry.ambulances': async () => {
    await ambulanceId()
    return {}
  },
  'registry.ambulance': async () => ({ id: await ambulanceId() }),
  'registry.addAmbulance': () => ({ body: ambulanceBody() }),
  'registry.importAmbulances': () => ({ body: csvForm(ambulanceBody()) }),
  'registry.updateAmbulance': async () => ({ id: await ambulanceId(), body: { operator: 'Garuda' } }),
  'registry.setAmbulanceStatus': async () => ({ id: await ambulanceId(), body: { status: 'OFF' } }),
  'registry.retireAmbulance': async () => ({ id: await ambulanceId() }),
  'registry.hospitals': async () => {
    await hospitalId()
    return {}
  },
  'registry.hospital': async () => ({ id: await hospitalId() }),
  'registry.addHospital': () => ({ body: hospitalBody() }),
  'registry.importHospitals': () => ({ body: csvForm(hospitalBody()) }),
  'registry.updateHospital': async () => ({ id: await hospitalId(), body: { emergency: false } }),
  'registry.retireHospital': async () => ({ id: await hospitalId() }),
  'dispatch.candidates': async () => {
    await createAmbulance(world)
    return { id: (await raisedAlert(world)).id }
  },
  'dispatch.list': async () => ({ id: (await sentAmbulance(world, admin)).alert.id }),
  'dispatch.assign': async () => ({
    id: await pendingAlert(),
    body: { ambulance_id: (await createAmbulance(world)).id },
  }),
  'dispatch.step': async () => ({ id: (await sentAmbulance(world, admin)).alert.id, body: { step: 'ACCEPTED' } }),
  'dispatch.cancel': async () => ({ id: (await sentAmbulance(world, admin)).alert.id, body: { reason: 'Test' } }),
  'dispatch.drive': async () => ({ as: null, token: (await sentAmbulance(world, admin)).token }),
  'dispatch.driveStep': async () => ({
    as: null,
    token: (await sentAmbulance(world, admin)).token,
    body: { step: 'ACCEPTED' },
  }),
  'dispatch.track': async () => {
    const { id } = (await sentAmbulance(world, admin)).alert
    const query = world.db.selectFrom('alerts').select('track_token').where('id', '=', id)
    return { as: null, token: (await query.executeTakeFirstOrThrow()).track_token! }
  },
  'alerts.noteCall': async () => {
    const { id, subscriber } = await raisedAlert(world)
    return { id, body: { call_id: randomUUID(), person: `relative:${subscriber.relatives[0]}`, outcome: 'REACHED' } }
  },
  'subscribers.dataViews': async () => ({ as: await createPerson(world, 'user') }),
  'handover.choices': async () => {
    await hospitalId()
    return { id: (await raisedAlert(world)).id }
  },
  'handover.send': async () => ({
    id: (await raisedAlert(world)).id,
    body: { hospital_id: await hospitalId(), channel: 'sms' },
  }),
  'handover.revoke': async () => ({ id: (await handedOver(world, admin)).handover.id, body: {} }),
  'handover.page': async () => ({ as: null, token: (await handedOver(world, admin)).token }),
  'GET.api.users.subscribers.download': async () => {
    await subscriberId()
    return { query: '?start_date=2020-01-01&end_date=2030-01-01', starts: '\ufeff', name: 'subscribers.csv' }
  },
  'GET.api.qr.id.download': async () => {
    const id = await couponId()
    return { id, name: `coupon-${id}-qr.png` }
  },
  'GET.api.qr.jobs.id.download': async () => {
    const id = await finishedJob()
    return { id, starts: 'PK', name: `job-${id}.zip` }
  },
  'GET.api.scan.token': async () => ({ as: null, token: (await createSticker(world)).token }),
  'POST.api.scan.token.alerts': async () => ({
    as: null,
    token: (await createSubscriber(world)).sticker.token,
    body: { scan_id: randomUUID() },
  }),
  'POST.api.drive.token.position': async () => ({
    as: null,
    token: (await sentAmbulance(world, admin)).token,
    body: { latitude: 12.97, longitude: 77.59 },
  }),
  'GET.healthz': () => ({ as: null }),
  'GET.readyz': () => ({ as: null }),
}

async function send(method: string, path: string, sent: Sent) {
  const filled = path.replace('{id}', String(sent.id)).replace('{token}', sent.token ?? '')
  const access = sent.as === null ? undefined : (sent.as ?? admin).access
  return fetch(`${world.url}${filled}${sent.query ?? ''}`, {
    method,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(access ? { authorization: `Bearer ${access}` } : {}),
      ...(sent.body && !(sent.body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    },
    ...(sent.body ? { body: sent.body instanceof FormData ? sent.body : JSON.stringify(sent.body) } : {}),
  })
}

function mismatch(schema: object, value: unknown): string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  const validate = ajv.compile({ ...schema, components: document.components })
  return validate(value) ? null : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`
}

test('every documented call answers as documented, under the documented file name', async () => {
  const wrong: string[] = []
  for (const { what, method, path, operation } of operations()) {
    const make = CALLS[operation.operationId.replace(/\.\d\d$/, '')]
    if (!make) {
      wrong.push(`${what}: no call is written for ${operation.operationId}`)
      continue
    }
    const sent = await make()
    const response = await send(method, path, sent)
    const documented = operation.responses[response.status]
    if (!documented || response.status >= 300) {
      wrong.push(`${what}: ${response.status} ${(await response.text()).slice(0, 300)}`)
      continue
    }
    const [[type, { schema }]] = Object.entries(documented.content) as [[string, { schema: object }]]
    if (!response.headers.get('content-type')?.startsWith(type)) {
      wrong.push(`${what}: ${response.headers.get('content-type')}`)
    } else if (type === 'application/json') {
      const problem = mismatch(schema, await response.json())
      if (problem) wrong.push(`${what}: ${problem}`)
    } else {
      const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
      const disposition = response.headers.get('content-disposition') ?? ''
      if (!text.startsWith(sent.starts ?? '') || !disposition.includes(`filename="${sent.name}"`)) {
        wrong.push(`${what}: ${disposition} ${text.slice(0, 20)}`)
      }
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('every path answers the same without its trailing slash', async () => {
  const wrong: string[] = []
  for (const { what, path, operation } of operations().filter(({ method }) => method === 'GET')) {
    const sent = await CALLS[operation.operationId.replace(/\.\d\d$/, '')]!()
    const [with_slash, without] = await Promise.all([
      send('GET', path, sent),
      send('GET', path.replace(/\/$/, ''), sent),
    ])
    await Promise.all([with_slash.arrayBuffer(), without.arrayBuffer()])
    if (with_slash.status !== 200 || without.status !== 200)
      wrong.push(`${what}: ${with_slash.status}, ${without.status}`)
  }
  expect(wrong).toEqual([])
}, 60_000)

test('every refusal has the documented shape: detail, non_field_errors or texts per field', async () => {
  const wrong: string[] = []
  const schema = { $ref: '#/components/schemas/Error' }
  for (const { what, method, path, operation } of operations()) {
    const refusals: Sent[] = [
      {
        id: 0,
        token: 'x',
        as: admin,
        ...(method === 'GET' ? { query: '?page=x&page_size=-1&start_date=9' } : { body: { x: 1 } }),
      },
      ...(operation.security.length > 0 ? [{ id: 1, as: null }] : []),
    ]
    for (const sent of refusals) {
      const response = await send(method, path, sent)
      if (response.status < 400) {
        await response.arrayBuffer()
        continue
      }
      const problem = mismatch(schema, await response.json())
      if (problem || response.status >= 500) wrong.push(`${what}: ${response.status} ${problem}`)
    }
  }
  expect(wrong).toEqual([])
}, 60_000)
