// The service worker: shows pushes and opens their alert. It keeps nothing and answers no request of a page.

const ANSWER_WITHIN_MS = 500

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data ? event.data.json() : {})))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** @param {{ alert_id?: number | null, age?: number, count?: number, text?: string }} content */
async function show({ alert_id = null, age = 0, count = 0, text }) {
  const [title, body] = text ? ['Alarm', text] : words(alert_id, age, count)
  const alarm = alert_id !== null || text !== undefined
  await self.registration.showNotification(title, {
    body,
    // A newer one takes the place of the one before, and is heard again; that it works takes the place of none.
    tag: text ? 'alarm' : alarm ? 'alerts' : 'try',
    renotify: true,
    requireInteraction: alarm,
    vibrate: [400, 200, 400, 200, 800],
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: text ? '/qr-alerts' : alarm ? `/qr-alerts/${alert_id}` : '/security' },
  })
  if (count > 0) await navigator.setAppBadge?.(count)
}

function words(alert_id, age, count) {
  if (alert_id === null) return ['Alarms reach this device', 'Alerts that wait are shown here.']
  const waited = age < 120 ? `${age} s` : `${Math.floor(age / 60)} min`
  if (count > 1)
    return [`${count} emergency alerts wait`, `The oldest has not been claimed for ${waited}. Tap to open it.`]
  return ['Emergency alert waits', `Alert ${alert_id} has not been claimed for ${waited}. Tap to open it.`]
}

/** In an open tab of the office, without loading it anew: its sound stays armed. Else in a new one. */
async function open(path) {
  await navigator.clearAppBadge?.()
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const tab of tabs.toSorted((a, b) => Number(b.focused) - Number(a.focused))) {
    if (await takes(tab, path)) return void (await tab.focus())
  }
  await self.clients.openWindow(path)
}

/** Whether a tab has gone there: only those of the office answer. */
function takes(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    // A frozen tab reads it when it is thawed: too late.
    tab.postMessage({ open: path, until: Date.now() + ANSWER_WITHIN_MS }, [port2])
  })
}
