import { useEffect } from 'react'
import { deadline } from '../../../lib/deadline.ts'
import { currentSession } from '../../../lib/session.ts'
import { steadyInterval } from '../../../lib/steady-interval.ts'
import { randomId } from '../../../lib/random-id.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { api } from '../../../lib/trpc.ts'

const EVERY_MS = 20_000
/** A report on a dead connection would hold back all that follow. */
const ANSWER_WITHIN_MS = 10_000

/** One id per loaded page: a duplicated tab copies sessionStorage and would pass for the same console. */
const console_id = randomId()

let waiting: { armed: boolean; open: boolean } | null = null
let sending = false

/** One report at a time, always the newest: two on their way at once could arrive in the wrong order. */
async function send(report: { armed: boolean; open: boolean }): Promise<void> {
  waiting = report
  if (sending) return
  sending = true
  while (waiting) {
    const next: { armed: boolean; open: boolean } = waiting
    waiting = null
    await api.alerts.reportConsole
      .mutate({ console_id, ...next }, { signal: deadline(ANSWER_WITHIN_MS) })
      .catch(() => null)
    // Whether a console listens has just been answered again.
    void queryClient.invalidateQueries(trpc.alerts.watch.queryFilter())
  }
  sending = false
}

/**
 * Tells the server that an operator can see (and hear) alerts here: on every change and every 20 s. The bystander's page
 * turns into "Call 112 now" when no console is online, so leaving must be reported even while the page is going away.
 */
export function useConsoleReport(armed: boolean, open: boolean): void {
  useEffect(() => {
    const report = () => void send({ armed, open })
    report()
    const stop = steadyInterval(report, EVERY_MS)
    const onLeave = () => sayGoodbye()
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('pageshow', report)
    return () => {
      stop()
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('pageshow', report)
    }
  }, [armed, open])

  useEffect(() => {
    const person = currentSession()?.user.id
    return () => {
      // The console of the next person has the same id.
      if (currentSession()?.user.id === person) sayGoodbye()
    }
  }, [])
}

/** Like sendBeacon, which cannot carry the bearer token: the browser finishes it after the page is gone. */
function sayGoodbye(): void {
  const access = currentSession()?.access
  if (!access) return
  void fetch('/trpc/alerts.reportConsole', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ console_id, armed: false, open: false }),
  }).catch(() => null)
}
