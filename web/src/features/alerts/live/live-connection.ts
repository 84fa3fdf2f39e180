import type { AppRouter } from '@tvarit/server/routers/app-router'
import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { errorStatus } from '../../../lib/error-text.ts'
import { steadyInterval } from '../../../lib/steady-interval.ts'
import { currentSession, freshAccess, renewAccess, SessionExpired } from '../../../lib/session.ts'
import { KEEP_ALIVE, retryDelay } from './keep-alive.ts'
import { forgetLive, liveState, setChannel, takeChange, takeOpenAlerts } from './live-store.ts'
import { lastFrameAt, LivelySocket } from './lively-socket.ts'

/** Nothing heard for this long, although we ping every three seconds: not live, whatever the socket believes. */
const SILENT_MS = 7_000

/** Attempts since the last event; the library's own count starts again with each socket that opened and was rejected. */
let failures = 0
/**
 * The subscription was rejected as unauthorized. A socket that was merely closed (also with 4401, which a server sends
 * to slow starters too) proves nothing about the token: it is tried once more before the session is renewed.
 */
let token_rejected = false
let close: (() => void) | null = null
let restart: ReturnType<typeof setTimeout> | undefined
let stopWatch: (() => void) | undefined
let users = 0

function nextDelay(): number {
  failures += 1
  return retryDelay(failures)
}

/** The token is prepared before the socket opens: an open socket without credentials is closed after 5 s. */
async function url(): Promise<string> {
  if (token_rejected) {
    token_rejected = false
    await renewAccess(currentSession()?.access ?? null)
  } else {
    await freshAccess()
  }
  return `${location.origin.replace(/^http/, 'ws')}/trpc-ws`
}

function connect(): void {
  clearTimeout(restart)
  close?.()
  setChannel('connecting')
  let over = false
  const socket = createWSClient({
    url: () =>
      url().catch((error: unknown) => {
        // Without a session the guard is on its way to the login page; knocking on would only repeat the question.
        if (error instanceof SessionExpired) stopNow()
        throw error
      }),
    connectionParams: () => ({ token: currentSession()?.access ?? '' }),
    keepAlive: KEEP_ALIVE,
    retryDelayMs: nextDelay,
    WebSocket: LivelySocket,
    onClose: () => {
      silenced = false
      if (!over) setChannel('connecting')
    },
  })
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] })

  // After a break of the network the library resumes with the last event's id. When the subscription itself ends we
  // start a new one without a cursor: its snapshot is the whole truth.
  const again = () => {
    if (over) return
    end()
    setChannel('connecting')
    restart = setTimeout(connect, nextDelay())
  }
  const subscription = client.alerts.live.subscribe(undefined, {
    onStarted: () => {
      setChannel('open')
    },
    onData: ({ data }) => {
      failures = 0
      setChannel('open')
      take(data)
    },
    onError: (error) => {
      if (errorStatus(error) === 403) return stopNow()
      token_rejected = errorStatus(error) === 401
      again()
    },
    onComplete: again,
  })
  function end(): void {
    over = true
    close = null
    subscription.unsubscribe()
    void socket.close()
  }
  close = end
}

function take(event: LiveEvent): void {
  if (event.type === 'snapshot') takeOpenAlerts(event.alerts, event.alerts.length < LIMITS.snapshot_alerts)
  else takeChange(event.alert)
}

function stopNow(): void {
  clearTimeout(restart)
  close?.()
  close = null
  setChannel('closed')
}

let last_look = 0
/** The link fell silent but its socket is not closed yet; should it speak again, it is live again. */
let silenced = false

/** Tells a half-open link within seconds. A browser that slowed our timers down (hidden tab) proves nothing. */
function lookForSilence(): void {
  const now = Date.now()
  const on_time = now - last_look < 2_500
  last_look = now
  const silent = now - lastFrameAt() > SILENT_MS
  if (on_time && silent && liveState().channel === 'open') {
    silenced = true
    setChannel('connecting')
  } else if (silenced && !silent) {
    silenced = false
    setChannel('open')
  }
}

/** Connects at once instead of waiting for the next attempt: the red button, the network is back, the tab is shown. */
export function reconnectNow(): void {
  if (users === 0 || liveState().channel === 'open') return
  failures = 0
  connect()
}

function onVisible(): void {
  if (document.visibilityState === 'visible') reconnectNow()
}

/**
 * The one live connection of this tab, shared by everything that shows alerts. Returns the way out. The last one to
 * leave closes it a moment later, so that mounting twice (StrictMode) or changing pages does not reconnect.
 */
export function startLive(): () => void {
  users += 1
  if (users === 1 && !stopWatch) {
    connect()
    stopWatch = steadyInterval(lookForSilence, 1_000)
    window.addEventListener('online', reconnectNow)
    document.addEventListener('visibilitychange', onVisible)
  }
  let left = false
  return () => {
    if (left) return
    left = true
    users -= 1
    setTimeout(() => {
      if (users > 0 || !stopWatch) return
      stopWatch()
      stopWatch = undefined
      window.removeEventListener('online', reconnectNow)
      document.removeEventListener('visibilitychange', onVisible)
      stopNow()
      forgetLive()
    }, 50)
  }
}
