import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createCoupon } from '@tvarit/shared/domain/stickers/coupons/create-coupon'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createChain } from '../harness/chain.ts'
import { failedMessage, failedQueueJob } from '../harness/failures.ts'
import { createPerson, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createBatch, give } from '../harness/stock.ts'
import { fileWorld, type World } from '../harness/world.ts'
import { complaints, fileBrowser, visit } from './browser.ts'
import { problemsInEveryLook } from './viewports.ts'

type Visitor = 'nobody' | 'admin' | 'user' | 'super_distributor' | 'distributor' | 'retailer'

/** A person for each who looks, and one of everything that a page shows, by its id. */
async function oneOfEverything(world: World) {
  const ids = {
    alert: 0,
    coupon: 0,
    void_coupon: 0,
    bulk_job: 0,
    failed_job: 0,
    subscriber: 0,
    super_distributor: 0,
    distributor: 0,
    retailer: 0,
    transfer: 0,
  }
  const admin = await createPerson(world, 'admin')
  const chain = await createChain(world)
  const subscriber = await createSubscriber(world)
  const { super_distributor, distributor, retailer } = chain
  const user = await signIn(world, subscriber.id)
  const people: Record<Visitor, Person | undefined> = {
    nobody: undefined,
    admin,
    user,
    super_distributor,
    distributor,
    retailer,
  }
  ids.alert = (
    await press(world.url, subscriber.sticker.token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })
  ).id
  ids.coupon = (await createCoupon({ ctx: { ...world.ctx(admin.actor), actor: admin.actor } })).id
  ids.subscriber = subscriber.id
  for (const role of ['super_distributor', 'distributor', 'retailer'] as const) ids[role] = chain[role].id
  const batch = await createBatch(world, admin, 4)
  const name = 'Venkatanarasimharajuvaripeta Monsoon Campaign of the Retailers'
  await world.db.updateTable('bulk_jobs').set({ name }).where('id', '=', batch.id).execute()
  const given = await give(world, admin, chain.distributor, { bulk_job_id: batch.id, note: 'x'.repeat(200) })
  ids.transfer = Number(given.body.id)
  const firm_name = 'F'.repeat(80)
  await world.db.updateTable('distributor_profiles').set({ firm_name }).where('user_id', '=', distributor.id).execute()
  // One of everything that has a row, with names as long as the form lets them be.
  const headers = admin.headers
  const post = (path: string, body: object) =>
    fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ids.bulk_job = ((await (await post('/api/qr/jobs/create/', { count: 2 })).json()) as { id: number }).id
  ids.failed_job = (
    await world.db
      .insertInto('bulk_jobs')
      .values({ count: 5000, status: 'FAILED', created_by: admin.id, last_error: `ENOSPC ${'x'.repeat(490)}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  ids.void_coupon = (await createSubscriber(world)).sticker.id
  await post(`/api/coupons/${ids.void_coupon}/void/`, { reason: 'Misprinted'.repeat(20) })
  await post('/api/creator-coupons/', {
    name: 'Venkatanarasimharajuvaripeta Road Safety Channel',
    social_media_name: '@venkatanarasimharajuvaripeta.road.safety',
    start_date: '2026-01-01',
    end_date: '2027-01-01',
  })
  await createPerson(world, 'staff', 'Venkatanarasimharaju')
  for (const _ of [1, 2]) await failedMessage(world)
  await failedQueueJob(world)
  const longest = 'Venkatanarasimharajuvaripeta Emergency Medical Services and Patient Transport Co'
  await post('/api/ambulances/', {
    vehicle_number: 'KA01AB1234',
    type: 'ADVANCED',
    operator: longest,
    driver_name: 'Venkatanarasimharaju',
    driver_phone: '9000000021',
    base_latitude: 12.97,
    base_longitude: 77.64,
  })
  await post('/api/hospitals/', {
    name: longest,
    phone: '08026701150',
    email: 'emergency.desk@venkatanarasimharaju.example',
    address: '27, Venkatanarasimharajuvaripeta Main Road, Bengaluru',
    latitude: 12.96,
    longitude: 77.57,
  })
  await post('/api/on-call/people/', { name: longest.slice(0, 40), phone: '9876543210', language: 'kn' })
  const { results } = (await (await fetch(`${world.url}/api/hospitals/`, { headers })).json()) as {
    results: { id: number }[]
  }
  await post(`/api/qr/alerts/${ids.alert}/handovers/`, { hospital_id: results[0]!.id, channel: 'email' })
  // Its owner goes on acting: given back, the alert would open its dialog above those that are looked at here.
  await alterAlerts(world, { last_act_at: new Date(Date.now() + 24 * 3_600_000) }, ids.alert)
  return { people, ids }
}

/** For the tests of a file: a world with one of everything, whose pages are opened and looked at. */
export async function everyPage() {
  const world = await fileWorld({ web: true })
  const browser = await fileBrowser()
  const { people, ids } = await oneOfEverything(world)
  const tabs: Partial<Record<Visitor, Page>> = {}

  /** A page of a person; one after the other in the same tab, since a new one would compile the web client again. */
  async function open(who: Visitor, path: string): Promise<Page> {
    const as = people[who]
    tabs[who] ??= await visit(browser, world, '/nowhere', as ? { as } : {})
    complaints.get(tabs[who])!.length = 0
    await tabs[who].setViewportSize({ width: 1440, height: 900 })
    await tabs[who].goto(world.url + path.replace(/\{(\w+)\}/, (_all, name: keyof typeof ids) => String(ids[name])))
    return tabs[who]
  }
  async function isGood(who: Visitor, path: string, ready: string): Promise<void> {
    const page = await open(who, path)
    await page.getByText(ready).first().waitFor()
    expect(await problemsInEveryLook(page)).toEqual([])
  }
  return { world, browser, open, isGood }
}

/** Whose page, its path, and what stands on it once it is ready. */
export type KnownPage = [who: Visitor, path: string, ready: string]
