import net from 'node:net'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DomainError } from '../../../platform/domain-error.ts'

/** Exports of one process at the same time: each has a connection beside the pools, so none is taken from them. */
const MOST_AT_ONCE = 3
/** A connection is given back after this long, however slowly the client reads. */
const LONGEST_MS = 30 * 60_000

let running = 0

/**
 * Runs `copy ... to stdout` on a connection of its own and streams what comes, no faster than it is read. The statement
 * time-out of the pools does not apply. Destroying the stream ends the query in the database at once. Throws
 * SERVICE_UNAVAILABLE when too many run already.
 */
export async function openCopyOut(url: string, statement: string): Promise<Readable> {
  if (running >= MOST_AT_ONCE) {
    throw new DomainError('SERVICE_UNAVAILABLE', 'Other downloads are running. Please try again in a moment.', {
      retry_after_seconds: 10,
    })
  }
  running += 1
  const socket = new net.Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tvarit-export',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: () => socket,
  })
  const release = () => {
    running -= 1
    // Closing the socket is what reaches a backend that waits for its reader.
    socket.destroy()
  }
  // Errors of the connection come as errors of the query as well.
  client.on('error', () => {})
  try {
    await client.connect()
    // A computing backend notices a client that is gone only when it is set to check.
    await client.query(`set statement_timeout = ${LONGEST_MS}; set client_connection_check_interval = 500`)
  } catch (error) {
    release()
    throw error
  }
  const rows = client.query(copyTo(statement, { highWaterMark: 65_536 }))
  rows.once('close', release)
  socket.once('close', () => {
    if (!rows.readableEnded) rows.destroy(new Error('Connection terminated during an export'))
  })
  return rows
}
