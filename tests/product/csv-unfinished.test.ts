import { once } from 'node:events'
import type http from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { ask } from '../harness/downloads.ts'
import { createPerson } from '../harness/people.ts'
import { PATH, subscriberCsv, WHOLE } from '../harness/subscriber-csv.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')
const { download, subscriberWith } = subscriberCsv(world, admin)

/** Backends of exports that are open in this file's database. */
const EXPORTS = `pg_stat_activity where application_name = 'tvarit-export' and datname = current_database()`
const openExports = async () => (await world.pool.query(`select 1 from ${EXPORTS}`)).rows.length

/** Begins a download and reads nothing of it beyond the beginning. */
async function beginDownload(): Promise<http.IncomingMessage> {
  const response = await ask(`${world.url}${WHOLE}`, admin.headers)
  await once(response, 'readable')
  return response
}

beforeAll(async () => {
  await subscriberWith({ start_date: '2031-03-01' })
  // More text than all buffers between the database and a reader hold.
  await world.pool.query(
    `begin; set local statement_timeout = 0;
     with person as (
       insert into users (first_name, last_name, phone_number, role)
       select 'Many', 'Rows', (8000000000 + n)::text, 'user' from generate_series(1, 20000) n returning id
     )
     insert into subscriber_profiles (user_id, address, state, pin_code, start_date, ending_date, consent_version, consented_at)
     select id, repeat('12 Long Road, ', 100), 'Kerala', '682001', '2030-01-01', '2031-01-01', '2026-11', now() from person; commit`,
  )
})

test('a reader who goes away frees the database, and a stuck one holds back the query', async () => {
  const response = await beginDownload()
  const waiting = await until('the backend waits for its reader', async () => {
    const state = await world.pool.query(`select 1 from ${EXPORTS} and wait_event = 'ClientWrite'`)
    return state.rows.length
  })
  expect(waiting).toBe(1)
  response.destroy()
  await until('the backend has ended', async () => (await openExports()) === 0)
})

test('downloads above the limit get a time to try again, and lists go on', async () => {
  const running = await Promise.all([beginDownload(), beginDownload(), beginDownload()])
  const rejected = await call(world.url, WHOLE, { access: admin.access })
  expect([rejected.status, rejected.body]).toEqual([503, { detail: expect.stringContaining('try again') }])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(world.url, '/api/users/subscribers/', { access: admin.access })).status).toBe(200)
  for (const response of running) response.destroy()
  await until('all backends have ended', async () => (await openExports()) === 0)
  const { rows } = await download(`${PATH}?start_date=2031-01-01&end_date=2031-12-31`)
  expect(rows.length).toBeGreaterThan(1)
})

test('a download that the database breaks off does not look complete, and the next one works', async () => {
  const response = await beginDownload()
  const broken = new Promise((resolve) => response.once('aborted', resolve))
  await world.pool.query(`select pg_terminate_backend(pid) from ${EXPORTS}`)
  response.resume()
  await broken
  expect(response.complete).toBe(false)
  const { rows } = await download(`${PATH}?start_date=2031-01-01&end_date=2031-12-31`)
  expect(rows.length).toBeGreaterThan(1)
})
