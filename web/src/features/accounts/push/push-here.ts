import type { Subscribe } from '@tvarit/shared/contracts/push'
import { TEXTS } from '@tvarit/shared/contracts/texts'

/** Whether this browser can get pushes: an iPhone can as an app on its Home Screen, and none can without https. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The address of this browser at its push service; null without one. */
export async function endpointHere(): Promise<string | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/** Asks the person and then the push service. Call it from a click: browsers ask at no other time. */
export async function subscribeHere(public_key: string): Promise<Subscribe> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(TEXTS.push_denied)
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // One of an earlier key of ours would be rejected.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}

/** Ends this browser's own subscription to pushes, without telling the server. */
export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
