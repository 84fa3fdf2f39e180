import { createCoupon } from '@tvarit/shared/domain/stickers/coupons/create-coupon'
import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { randomUUID } from 'node:crypto'
import { createAmbulance, linkedAlerts, raisedAlert, relativesToken, sentAmbulance, step } from './ambulances.ts'
import { challengedToEnrol, createEnrolled, firstCode } from './authenticator.ts'
import { call, codeBySms, newAddress, readSms } from './api.ts'
import { type ChainPerson, createChain, subordinateFields, subordinateForm } from './chain.ts'
import { newSubscription } from './fake-push-service.ts'
import { failedMessage, failedQueueJob } from './failures.ts'
import { handedOver } from './handovers.ts'
import { createPerson, createSticker, createSubscriber, newPhone, type Person, signIn } from './people.ts'
import { press } from './press.ts'
import { registrationFields, registrationForm } from './registration.ts'
import { activate, createBatch, give } from './stock.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** What a call carries beside its method and path. */
export interface Sent {
  id?: number
  token?: string
  query?: string
  body?: unknown
  as?: Person | null
  /** What a file begins with. */
  starts?: string
  name?: string
}

export interface RestCalls {
  admin: Person
  chain: { super_distributor: ChainPerson; distributor: ChainPerson; retailer: ChainPerson }
  /** A useful call of an operation of the document; aliases and second methods share it. Undefined when none is written. */
  make(operation_id: string): Promise<Sent> | undefined
  send(method: string, path: string, sent: Sent): Promise<Response>
}

const creatorBody = {
  name: 'Ravi Vlogs',
  social_media_name: '@ravi',
  start_date: '2026-01-01',
  end_date: '2027-01-01',
  is_active: true,
}

let vehicles = 1000

/** Makes useful calls of everything in the OpenAPI document, each with rows of its own. Needs TRUST_PROXY=1 and a worker. */
export async function createRestCalls(world: World): Promise<RestCalls> {
  const admin = await createPerson(world, 'admin')
  const chain = await createChain(world)
  const stockOf = async ({ id }: ChainPerson) => ({
    request_id: randomUUID(),
    bulk_job_id: (await createBatch(world, admin, 2, id)).id,
  })
  async function transfer(): Promise<number> {
    const { body } = await give(world, chain.distributor, chain.retailer, await stockOf(chain.distributor))
    return Number(body.id)
  }

  /** As a worker left it, or as it is before one has heard of it. */
  async function jobThat(is: { status: 'COMPLETED' | 'FAILED' | 'PROCESSING'; last_error?: string }): Promise<number> {
    const job = await world.db
      .insertInto('bulk_jobs')
      .values({ count: 1, created_by: admin.id, ...is })
      .returning('id')
      .executeTakeFirstOrThrow()
    return job.id
  }

  async function creatorId(): Promise<number> {
    return (await call(world.url, '/api/creator-coupons/', { body: creatorBody, access: admin.access })).body
      .id as number
  }

  async function onCallPerson(): Promise<number> {
    const person = await world.db
      .insertInto('on_call_people')
      .values({ name: 'Asha Rao', phone: newPhone() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return person.id
  }

  const override = (person_id: number) => ({
    request_id: randomUUID(),
    person_id,
    from: new Date().toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  })

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

  let drive: ReturnType<typeof sentAmbulance> | undefined
  /** For what only reads: the same one each time. */
  const anyDrive = () => (drive ??= sentAmbulance(world, admin))

  const couponId = async () => (await createCoupon({ ctx: { ...world.ctx(admin.actor), actor: admin.actor } })).id
  const subscriber = async () => signIn(world, await subscriberId())
  const subscriberId = async () => (await createSubscriber(world)).id
  const staffId = async () => (await createPerson(world, 'staff')).id

  async function registration(): Promise<FormData> {
    const fields = registrationFields(await createSticker(world))
    const request_id = randomUUID()
    const otp = await codeBySms(world, 'register', fields.phone_number, request_id)
    return registrationForm({ ...fields, otp, request_id })
  }

  async function loginCode() {
    const { phone_number } = await createPerson(world, 'staff')
    const request_id = randomUUID()
    return { phone_number, request_id, otp: await codeBySms(world, 'login', phone_number, request_id) }
  }

  function changedAddress(): FormData {
    const form = new FormData()
    form.set('address', '9 Park Street')
    return form
  }

  const calls: Record<string, () => Sent | Promise<Sent>> = {
    'auth.login': async () => {
      const person = { ...personFields(), password: 'lantern-81' }
      await call(world.url, '/api/users/register/staff/', { body: person, access: admin.access })
      return { as: null, body: { login: person.email, password: person.password } }
    },
    'auth.loginWithSecondFactor': async () => {
      const { id, recovery_codes } = await createEnrolled(world)
      const { challenge } = await openChallenge(world.db, id, 'password', 'code')
      return { as: null, body: { challenge, code: recovery_codes[0] } }
    },
    'auth.beginSecondFactor': async () => {
      const { challenge } = await challengedToEnrol(world)
      return { as: null, body: { challenge } }
    },
    'auth.enrolSecondFactor': async () => {
      const { challenge, code } = await firstCode(world)
      return { as: null, body: { challenge, code } }
    },
    'secondFactor.reset': async () => ({ id: (await createEnrolled(world)).id, body: {} }),
    'auth.requestLoginOtp': () => ({ as: null, body: { phone_number: admin.phone_number } }),
    'auth.loginWithOtp': async () => ({ as: null, body: await loginCode() }),
    'auth.requestRegistrationOtp': () => ({ as: null, body: { phone_number: newPhone() } }),
    'auth.refresh': async () => ({ as: null, body: { refresh: (await createPerson(world, 'staff')).refresh } }),
    'auth.logout': async () => ({ as: null, body: { refresh: (await createPerson(world, 'staff')).refresh } }),
    'dashboard.read': () => ({}),
    'dashboard.office': () => ({}),
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
    'users.registerStaff': () => ({ body: { ...personFields(), password: 'lantern-81' } }),
    'users.registerAdmin': () => ({
      body: { ...personFields(), password: 'lantern-81', confirm_password: 'lantern-81' },
    }),
    'users.endSessions': async () => ({ id: await staffId(), body: {} }),
    'audit.list': () => ({ query: '?action=session.opened' }),
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
      const sent = await anyDrive()
      return { as: await signIn(world, sent.alert.subscriber.id) }
    },
    'dataRights.consent': async () => ({ as: await subscriber() }),
    'dataRights.changeConsent': async () => ({ as: await subscriber(), body: { event: 'withdrawn' } }),
    'dataRights.exportOwn': async () => ({ as: await subscriber(), body: {} }),
    'dataRights.export': async () => ({ id: await subscriberId(), body: { reason: 'Asked by letter' } }),
    'dataRights.requestErasureCode': async () => ({ as: await subscriber(), body: {} }),
    'dataRights.eraseOwn': async () => {
      const as = await subscriber()
      await call(world.url, '/api/users/profile/erase/request-otp/', { method: 'POST', access: as.access })
      return { as, body: { confirmation: 'ERASE', otp: await readSms(world, as.phone_number) } }
    },
    'dataRights.erase': async () => ({
      id: await subscriberId(),
      body: { confirmation: 'ERASE', reason: 'Asked by letter' },
    }),
    'figures.response': async () => {
      await anyDrive()
      return { query: '?from=2026-01-01&to=2026-12-31' }
    },
    'figures.slowest': async () => {
      await anyDrive()
      return { query: '?from=2026-01-01&to=2026-12-31&measure=claim' }
    },
    'ops.overview': () => ({}),
    'ops.costs': () => ({}),
    'ops.retryMessage': async () => ({ id: await failedMessage(world), body: {} }),
    'ops.retryMessages': () => ({ body: { template: 'relative_alert', provider: null } }),
    'ops.retryJob': async () => ({ id: await failedQueueJob(world), body: {} }),
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
    'coupons.voidSeveral': async () => ({ body: { ids: [await couponId(), await couponId()], reason: 'Lost' } }),
    'creatorCoupons.list': async () => {
      await creatorId()
      return {}
    },
    'creatorCoupons.add': () => ({ body: creatorBody }),
    'creatorCoupons.update': async () => ({ id: await creatorId(), body: { is_active: false } }),
    'creatorCoupons.updateSeveral': async () => ({ body: { ids: [await creatorId()], is_active: false } }),
    'creatorCoupons.remove': async () => ({ id: await creatorId() }),
    'bulkJobs.list': async () => {
      await jobThat({ status: 'COMPLETED' })
      return {}
    },
    'bulkJobs.get': async () => ({ id: await jobThat({ status: 'COMPLETED' }) }),
    'bulkJobs.create': () => ({ body: { count: 1 } }),
    'bulkJobs.update': async () => ({ id: await jobThat({ status: 'COMPLETED' }), body: { status: 'PRINTED' } }),
    'bulkJobs.cancel': async () => ({ id: await jobThat({ status: 'PROCESSING' }), body: {} }),
    'bulkJobs.retry': async () => ({ id: await jobThat({ status: 'FAILED', last_error: 'ENOSPC' }), body: {} }),
    'chain.superDistributors': () => ({}),
    'chain.distributors': () => ({}),
    'chain.retailers': () => ({}),
    'chain.myDistributors': () => ({ as: chain.super_distributor }),
    'chain.myRetailers': () => ({ as: chain.distributor }),
    'chain.get': () => ({ id: chain.retailer.id }),
    'chain.register': async () => ({ as: chain.distributor, body: await subordinateForm(subordinateFields()) }),
    'chain.reveal': () => ({ id: chain.retailer.id, body: { field: 'pan_number', reason: 'Checking a tax form' } }),
    'chain.remove': async () => ({ id: (await createChain(world)).retailer.id }),
    'stock.get': () => ({ as: chain.distributor }),
    'stock.people': () => ({ as: chain.super_distributor }),
    'stock.batch': async () => ({ id: (await createBatch(world, admin, 2, chain.retailer.id)).id, as: chain.retailer }),
    'stock.give': async () => ({
      as: chain.distributor,
      body: { ...(await stockOf(chain.distributor)), partner_id: chain.retailer.id },
    }),
    'stock.takeBack': async () => ({
      as: chain.distributor,
      body: { ...(await stockOf(chain.retailer)), partner_id: chain.retailer.id },
    }),
    'stock.moves': async () => {
      await transfer()
      return { as: chain.retailer }
    },
    'stock.move': async () => ({ id: await transfer(), as: chain.retailer }),
    'stock.statement': async () => {
      await activate(world, (await createBatch(world, admin, 1, chain.retailer.id)).serials[0]!)
      return { as: chain.retailer }
    },
    'GET.api.sales.statement.download': () => ({
      as: chain.distributor,
      query: '?from=2026-01&to=2026-12',
      starts: '\ufeff',
      name: 'statement.csv',
    }),
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
    'places.byPin': () => ({ as: null, query: '?pin_code=560066' }),
    'places.find': () => ({ query: '?text=560066' }),
    'alerts.setPlace': async () => {
      const { sticker } = await createSubscriber(world)
      const scan_id = randomUUID()
      const { id } = await press(world.url, sticker.token, { scan_id, latitude: 12.97, longitude: 77.59 })
      return { id, body: { report_id: scan_id } }
    },
    'alerts.link': async () => ({ id: await pendingAlert(), body: { with_id: await pendingAlert() } }),
    'alerts.unlink': async () => ({ id: (await linkedAlerts(world, admin)).other.id }),
    'alerts.addNote': async () => ({
      id: await pendingAlert(),
      body: { note_id: randomUUID(), note: 'Caller is safe.' },
    }),
    'onCall.read': () => ({}),
    'onCall.addPerson': () => ({ body: { name: 'Asha Rao', phone: newPhone(), language: 'kn' } }),
    'onCall.updatePerson': async () => ({
      id: await onCallPerson(),
      body: { name: 'Asha Rao', phone: newPhone(), language: 'hi' },
    }),
    'onCall.removePerson': async () => {
      await onCallPerson()
      return { id: await onCallPerson() }
    },
    'onCall.testCall': async () => ({ id: await onCallPerson(), body: { request_id: randomUUID() } }),
    'onCall.setRota': async () => ({ body: { weekday: 1, time: '09:00', people: [await onCallPerson()] } }),
    'onCall.addOverride': async () => ({ body: override(await onCallPerson()) }),
    'onCall.removeOverride': async () => {
      const { id } = await world.db
        .insertInto('on_call_overrides')
        .values({
          request_id: randomUUID(),
          person_id: await onCallPerson(),
          from_at: new Date(),
          to_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
    'onCall.setTimes': () => ({ body: { level_2_seconds: 45, level_3_seconds: 90 } }),
    'push.read': () => ({}),
    'push.subscribe': () => ({ body: newSubscription('https://fcm.googleapis.com') }),
    'push.unsubscribe': async () => {
      const subscription = { user_id: admin.id, ...newSubscription('https://fcm.googleapis.com') }
      const row = world.db.insertInto('push_subscriptions').values(subscription).returning('id')
      return { id: (await row.executeTakeFirstOrThrow()).id }
    },
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
    'dispatch.list': async () => ({ id: (await anyDrive()).alert.id }),
    'dispatch.assign': async () => ({
      id: await pendingAlert(),
      body: { ambulance_id: (await createAmbulance(world)).id },
    }),
    'dispatch.share': async () => {
      const { other, dispatch } = await linkedAlerts(world, admin)
      return { id: other.id, body: { dispatch_id: dispatch.id } }
    },
    'dispatch.step': async () => ({ id: (await sentAmbulance(world, admin)).alert.id, body: { step: 'ACCEPTED' } }),
    'dispatch.takeBack': async () => {
      const { alert, dispatch, token } = await sentAmbulance(world, admin)
      await step(world, token, 'ACCEPTED')
      return { id: alert.id, body: { dispatch_id: dispatch.id, step: 'ACCEPTED' } }
    },
    'dispatch.cancel': async () => ({ id: (await sentAmbulance(world, admin)).alert.id, body: { reason: 'Test' } }),
    'dispatch.drive': async () => ({ as: null, token: (await anyDrive()).token }),
    'dispatch.driveTakeBack': async () => {
      const { token } = await sentAmbulance(world, admin)
      await step(world, token, 'ACCEPTED')
      return { as: null, token, body: {} }
    },
    'dispatch.driveStep': async () => ({
      as: null,
      token: (await sentAmbulance(world, admin)).token,
      body: { step: 'ACCEPTED' },
    }),
    'dispatch.track': async () => {
      const { id } = (await anyDrive()).alert
      return { as: null, token: await relativesToken(world, id) }
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
    'GET.api.users.subscribers.list.download': () => ({ starts: '\ufeffid,first_name', name: 'subscribers.csv' }),
    'GET.api.users.staffs.download': () => ({ starts: '\ufeffid,first_name', name: 'staffs.csv' }),
    'GET.api.users.admins.download': () => ({ starts: '\ufeffid,first_name', name: 'admins.csv' }),
    'GET.api.coupons.download': () => ({ starts: '\ufeffid,serial_number', name: 'coupons.csv' }),
    'GET.api.creator.coupons.download': () => ({ starts: '\ufeffid,name', name: 'creator-coupons.csv' }),
    'GET.api.qr.alerts.download': () => ({ starts: '\ufeffid,status', name: 'alerts.csv' }),
    'GET.api.qr.jobs.download': () => ({ starts: '\ufeffid,count', name: 'jobs.csv' }),
    ...Object.fromEntries(
      ['super-distributors', 'distributors', 'retailers', 'my-distributors', 'my-retailers'].map((list) => [
        `GET.api.sales.${list.replace('-', '.')}.download`,
        () => ({ starts: '\ufeffid,first_name', name: `${list}.csv` }),
      ]),
    ),
    'GET.api.sales.stock.people.download': () => ({ starts: '\ufeffid,name', name: 'people.csv' }),
    'GET.api.sales.stock.moves.download': () => ({ starts: '\ufeffid,created_at', name: 'moves.csv' }),
    'GET.api.audit.download': () => ({ starts: '\ufeffid,at', name: 'audit.csv' }),
    'GET.api.ambulances.download': () => ({ starts: '\ufeffvehicle_number', name: 'ambulances.csv' }),
    'GET.api.hospitals.download': () => ({ starts: '\ufeffname', name: 'hospitals.csv' }),
    'GET.api.qr.id.download': async () => {
      const id = await couponId()
      return { id, name: `coupon-${id}-qr.png` }
    },
    'GET.api.qr.id.label': async () => {
      const id = await couponId()
      return { id, starts: '%PDF', name: `label-${id}-60mm.pdf` }
    },
    'GET.api.qr.jobs.id.download': async () => {
      const made = await call(world.url, '/api/qr/jobs/create/', { body: { count: 2 }, access: admin.access })
      const id = made.body.id as number
      await until('the job is done', async () => {
        const job = await world.db.selectFrom('bulk_jobs').select('status').where('id', '=', id).executeTakeFirst()
        return job?.status === 'COMPLETED'
      })
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

  return {
    admin,
    chain,
    make: (operation_id) => {
      const make = calls[operation_id.replace(/\.\d\d$/, '')]
      return make && Promise.resolve(make())
    },
    send,
  }
}
