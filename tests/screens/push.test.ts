import type { Page, Worker } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { newSubscription, readPush, startPushService } from '../harness/fake-push-service.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { eventually, fileBrowser, visit } from '../journeys/browser.ts'

const service = await startPushService()
const world = await fileWorld({ web: true, settings: { PUSH_TEST_ORIGIN: service.origin } })
const browser = await fileBrowser({ whole: true })
afterAll(() => service.close())
afterEach(() => world.empty('alerts', 'on_call_people'))

/** Chromium's own push service is far away: the browser subscribes at ours. The rest is the browser's. */
function subscribeAtOurs({ endpoint, p256dh, auth }: ReturnType<typeof newSubscription>) {
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: () => Promise.resolve(true),
  } as unknown as PushSubscription
  let subscribed: PushSubscription | null = null
  PushManager.prototype.subscribe = () => Promise.resolve((subscribed = subscription))
  PushManager.prototype.getSubscription = () => Promise.resolve(subscribed)
}

/** What the browser's own push service would do with an arrived push. */
async function deliver(page: Page, content: unknown): Promise<void> {
  // A push to a worker that is not active yet is lost.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  const data = JSON.stringify(content)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
      getNotifications: () => ready.getNotifications(),
    }))
    return (await getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** A person's tap. An event of ours may not keep the worker awake, nor take the focus, so it brings its own promise. */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const notification = (await scope.registration.getNotifications()).find(({ tag }) => tag === 'alerts')
    let done: Promise<unknown> = Promise.resolve()
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => (done = work),
    })
    scope.dispatchEvent(event)
    await done.catch(() => {})
  })

test('push: a person turns it on, it shows no name, and a tap opens the alert in its tab', async () => {
  const staff = await createPerson(world, 'staff', 'Asha')
  // The clicks of this test arm the sound; a person who is on call gets pushes all the same.
  await world.db.insertInto('on_call_people').values({ name: 'Asha', phone: staff.phone_number }).execute()
  const page = await visit(browser, world, '/security', { as: staff })
  await page.context().grantPermissions(['notifications'])
  const subscription = newSubscription(service.origin)
  await page.evaluate(subscribeAtOurs, subscription)
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0)

  await page.getByRole('button', { name: 'Get alarms on this device' }).click()
  const card = page.getByRole('region', { name: 'Alarms on your devices' })
  await card.getByText('This device').waitFor()
  const [first] = await service.untilArrived(subscription.endpoint)
  await deliver(page, readPush(first!))
  await until('the first push is shown', async () => (await shown(page))[0]?.title === 'Alarms reach this device')
  await card.getByText(/^Last reached/).waitFor()

  const { id } = await raisedAlert(world)
  await world.advanceTime(31_000)
  // The first push may have come twice: one whose answer was late is sent again.
  const alert_push = await until('the alert has arrived', () =>
    service.to(subscription.endpoint).find(({ headers }) => headers.topic !== first!.headers.topic),
  )
  await deliver(page, readPush(alert_push))
  const alarm = async () => (await shown(page)).find(({ title }) => title === 'Emergency alert waits')
  const notification = await until('the alert is shown', alarm)
  expect(notification.body).toMatch(new RegExp(`^Alert ${id} has not been claimed for \\d+ s\\. Tap to open it\\.$`))
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (const each of await registration.getNotifications()) each.close()
  })
  await until('none is shown any more', async () => (await shown(page)).length === 0)
  await deliver(page, readPush(alert_push))
  // One that was late: it takes the place of no alert, here and at the push service.
  await deliver(page, readPush(first!))
  const titles = async () => (await shown(page)).map(({ title }) => title).toSorted()
  await eventually(titles).toEqual(['Alarms reach this device', 'Emergency alert waits'])

  await page.evaluate(() => ((window as { same_tab?: boolean }).same_tab = true))
  await tap(page.context().serviceWorkers()[0]!)
  await page.waitForURL(`**/qr-alerts/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => (window as { same_tab?: boolean }).same_tab)).toBe(true)
  await eventually(alarm).toBeUndefined()

  // A tab that was frozen reads what was meant for it when it is thawed.
  const read = (open: string, until: number) =>
    page.evaluate((data) => void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })), {
      open,
      until,
    })
  await read('/security', Date.now() - 1)
  await read('/qr-alerts', Date.now() + 60_000)
  await page.waitForURL('**/qr-alerts')
  await page.goBack()
  await page.waitForURL(`**/qr-alerts/${id}`)

  await page.goto(`${world.url}/security`)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Get alarms on this device' }).waitFor()
})

test('a browser that blocks notifications says so, and nothing is asked before the click', async () => {
  const staff = await createPerson(world, 'staff', 'Asha')
  const page = await visit(browser, world, '/security', { as: staff })
  await page.evaluate(() => {
    Notification.requestPermission = () => Promise.resolve('denied')
  })
  await page.getByRole('button', { name: 'Get alarms on this device' }).click()
  await page.getByText('This browser blocks notifications from this site.').waitFor()
})

test('the service worker is fresh at each look, keeps nothing, and the app can be installed', async () => {
  const worker = await fetch(`${world.url}/sw.js`)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toMatch(/javascript/)
  expect(await worker.text()).not.toMatch(/caches|addEventListener\('fetch'/)
  const answer = await fetch(`${world.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = (await answer.json()) as { name: string; display: string; icons: { src: string }[] }
  expect(manifest).toMatchObject({ name: 'Tvarit', display: 'standalone', start_url: '/qr-alerts' })
  for (const { src } of manifest.icons) {
    const icon = await fetch(`${world.url}${src}`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
  }
})
