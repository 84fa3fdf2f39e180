import { encryptPush, type PushAddress, type PushKey, vapidHeader } from './encrypt-push.ts'

const TIMEOUT_MS = 5_000
/** A device that comes back later finds another situation. */
const VALID_SECONDS = 10 * 60

/** What became of a push. `gone`: the browser wants no more pushes there. `rejected`: sending it again is useless. */
export type PushResult = { outcome: 'taken' | 'gone' } | { outcome: 'rejected' | 'failed'; reason: string }

/** Hands a push to the browser's push service. A newer one takes the place of one of its topic that still waits there. */
export async function postPush(
  address: PushAddress,
  content: object,
  { key, subject, topic }: { key: PushKey; subject: string; topic: string },
): Promise<PushResult> {
  try {
    const response = await fetch(address.endpoint, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: vapidHeader(key, address.endpoint, subject),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(VALID_SECONDS),
        urgency: 'high',
        topic,
      },
      body: new Uint8Array(encryptPush(address, JSON.stringify(content))),
    })
    await response.body?.cancel()
    if (response.ok) return { outcome: 'taken' }
    if (response.status === 404 || response.status === 410) return { outcome: 'gone' }
    const again = response.status === 429 || response.status >= 500
    return { outcome: again ? 'failed' : 'rejected', reason: `The push service answered ${response.status}.` }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return {
      outcome: 'failed',
      reason: late ? 'The push service did not answer.' : 'The push service was not reached.',
    }
  }
}
