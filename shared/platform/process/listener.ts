import pg from 'pg'
import type { Log } from '../log/log.ts'

interface ListenerOptions {
  url: string
  channels: string[]
  name: string
  log: Log
  /** Called for every notification, with its payload. */
  on_notify(channel: string, payload: string): void
  /** Called after each (re)connect: whatever was notified before is lost, so look for it. */
  on_connect(): void
}

export interface Listener {
  close(): Promise<void>
}

/**
 * One LISTEN connection that comes back on its own. Notifications are a wake-up and nothing more: they are lost while
 * the connection is down, and a silently dropped connection is noticed by the keep-alive query after at most 10 s.
 */
export function startListener(options: ListenerOptions): Listener {
  let closed = false
  let client: pg.Client | undefined
  let wake: (() => void) | undefined

  const run = async () => {
    while (!closed) {
      const current = new pg.Client({
        connectionString: options.url,
        application_name: options.name,
        keepAlive: true,
        connectionTimeoutMillis: 3_000,
        query_timeout: 5_000,
      })
      client = current
      const lost = new Promise<void>((resolve) => {
        current.on('error', () => resolve())
        current.on('end', () => resolve())
      })
      current.on('notification', (message) => options.on_notify(message.channel, message.payload ?? ''))
      try {
        // The client's promise never settles when the client is ended while it connects.
        await Promise.race([
          current.connect(),
          lost.then(() => {
            throw new Error('The connection ended while it was made')
          }),
        ])
        for (const channel of options.channels) await current.query(`listen ${pg.escapeIdentifier(channel)}`)
        options.on_connect()
        const check = setInterval(
          () => void current.query('select 1').catch(() => current.end().catch(() => {})),
          5_000,
        )
        await lost
        clearInterval(check)
      } catch (error) {
        options.log.warn({ error, part: 'database' }, 'cannot listen')
      }
      await current.end().catch(() => {})
      if (closed) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 200)
      })
    }
  }
  const running = run()
  return {
    async close() {
      closed = true
      wake?.()
      await client?.end().catch(() => {})
      await running
    },
  }
}
