/**
 * The result of `action`, or `fallback` when it throws. For storage, which is forbidden in some private modes: the page
 * then remembers only as long as it is open.
 */
export function quietly<Result, Fallback>(action: () => Result, fallback?: Fallback): Result | Fallback | undefined {
  try {
    return action()
  } catch {
    return fallback
  }
}

/** Keeps a value over reloads. `null` removes it. */
export function keep(key: string, value: unknown): void {
  quietly(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value))))
}

export function recall(key: string): unknown {
  return quietly(() => JSON.parse(localStorage.getItem(key) || 'null') as unknown, null)
}

/** A random UUID (version 4). `crypto.randomUUID` is missing on older phones and on plain http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 15) | 64
  bytes[8] = (bytes[8]! & 63) | 128
  const hex = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Set once this browser took a request only without `keepalive`. */
let plainly = false

/**
 * Asks to finish even when the page is left. Chromium before 81 rejects that together with JSON, so a rejected request is
 * tried once more without.
 */
function send(path: string, init: RequestInit): Promise<Response> {
  const again = () =>
    fetch(path, init).then((answer) => {
      plainly = true
      return answer
    })
  if (plainly || !init.body) return fetch(path, init)
  return fetch(path, Object.assign({ keepalive: true }, init)).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    return again()
  })
}

export interface Answer<Data> {
  status: number
  /** The server's answer when all is well; an error, or the answer of a proxy between, has none of its fields. */
  data: Data | null
}

/**
 * One request with JSON in and out; without a body it asks with GET. Resolves with whatever the server answered; rejects
 * when there was no answer within the time, which covers the body too. Answers that are not JSON (a hotel's login page)
 * have `data` null.
 */
export function request<Data>(path: string, body: object | null, milliseconds: number): Promise<Answer<Data>> {
  const control = typeof AbortController === 'function' ? new AbortController() : null
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('timeout'))
      if (control) control.abort()
    }, milliseconds)
    send(path, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
      cache: 'no-store',
      signal: control ? control.signal : undefined,
    })
      .then((answer) =>
        answer.json().then(
          (data: Data) => ({ status: answer.status, data }),
          () => ({ status: answer.status, data: null }),
        ),
      )
      .then(resolve, reject)
      .then(() => clearTimeout(timer), reject)
  })
}
