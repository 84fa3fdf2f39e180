/**
 * Loaded into a process by `--import`: the name `store.test` leads to this machine, and nowhere while the file LOST_NAME is
 * there. Other names stay as they are.
 */
import dns from 'node:dns'
import fs from 'node:fs'

type Lookup = (hostname: string, options: object, callback: (error: Error | null, ...found: unknown[]) => void) => void
const lookup = dns.lookup as unknown as Lookup

dns.lookup = ((hostname, options, callback) => {
  if (hostname !== 'store.test') return lookup(hostname, options, callback)
  if (!fs.existsSync(process.env.LOST_NAME!)) return lookup('127.0.0.1', options, callback)
  const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`)
  process.nextTick(callback, Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }))
}) as Lookup as unknown as typeof dns.lookup
