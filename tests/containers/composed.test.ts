import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { unzip } from '../harness/unzip.ts'
import { until } from '../harness/until.ts'
import { createInstallation, type Installation } from './engine.ts'
import { type Accepted, Reports } from './reports.ts'

// The life of one installation, in order: each test goes on where the one before ended.

let tvarit: Installation
let reports: Reports
const figures: string[] = []
beforeAll(async () => {
  tvarit = await createInstallation()
  reports = new Reports(tvarit)
})
afterAll(async () => {
  console.log(['', ...figures, ''].join('\n'))
  await tvarit?.remove()
})

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)

/** Ten reports a second for as long as `work` takes, and a few more; `figure` is said at the end. */
async function underReports(what: string, work: () => Promise<unknown>): Promise<Accepted[]> {
  const { accepted, figure } = await reports.during(work)
  figures.push(`${what}: ${figure}`)
  return accepted
}

async function consoleOf(person: string): Promise<Screen> {
  const console = openScreen(tvarit.url, await tvarit.login(person))
  await isLive(console)
  return console
}

async function makeJob(count: number): Promise<Map<string, Buffer>> {
  const access = await tvarit.login('admin')
  const { body } = await call(tvarit.url, '/api/qr/jobs/create/', { body: { count }, access })
  const job = `/api/qr/jobs/${Number(body.id)}`
  await until(
    'the job is completed',
    async () => {
      const [status] = await tvarit.query(`select status from bulk_jobs where id = ${Number(body.id)}`)
      return status === 'COMPLETED'
    },
    300_000,
  )
  const zip = await fetch(`${tvarit.url}${job}/download/`, { headers: { authorization: `Bearer ${access}` } })
  return unzip(Buffer.from(await zip.arrayBuffer()))
}

const running = async (service: string) => (await tvarit.containers(service)).length

test('the images are built', async () => {
  const began = performance.now()
  await tvarit.compose('build')
  figures.push(`build: ${seconds(began)} s`)
})

test('docker compose up starts two servers and three workers, reachable from this machine only', async () => {
  const began = performance.now()
  await tvarit.compose('up', '--detach', '--wait')
  figures.push(`start on empty volumes: ${seconds(began)} s`)
  expect([await running('server'), await running('worker'), await running('bulk-worker')]).toEqual([2, 2, 1])
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  const [proxy] = await tvarit.containers('proxy')
  const bound = await tvarit.command('docker', 'port', proxy!)
  expect([...bound.matchAll(/-> (.*):\d+$/gm)].map(([, address]) => address)).toEqual(['127.0.0.1', '127.0.0.1'])
})

test('no container of ours can write to its own root, and the database has no way out', async () => {
  for (const service of ['server', 'worker']) {
    const tried = tvarit.compose('exec', '-T', service, 'node', '-e', "require('fs').writeFileSync('/app/x', '')")
    await expect(tried).rejects.toThrow('EROFS')
  }
  const out = tvarit.compose(
    'exec',
    '-T',
    'postgres',
    'sh',
    '-c',
    'exec 3<>/dev/tcp/192.0.2.1/80 || getent hosts example.com',
  )
  await expect(out).rejects.toThrow()
})

test('a job of 5,000: its ZIP comes from the store with a picture for each coupon', async () => {
  const began = performance.now()
  const files = await makeJob(5_000)
  figures.push(`job of 5,000 with its ZIP: ${seconds(began)} s`)
  expect([...files.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(5_000)
  await reports.findStickers()
})

test('an alert is on the consoles of both servers, and its relatives are notified', async () => {
  const consoles = await Promise.all([1, 2, 3, 4].map(() => consoleOf('asha')))
  const [token] = await tvarit.query('select token from coupons where user_id is not null limit 1')
  const { id, http } = await press(tvarit.url, token!)
  expect(http).toBe(201)
  for (const each of consoles) await until('the console has the alert', () => each.alertIds().has(id))
  await until('relatives are notified', async () => {
    const [sent] = await tvarit.query(
      `select count(*) from messages where alert_id = ${id} and template = 'relative_alert' and state in ('sent', 'delivered')`,
    )
    return Number(sent) > 0
  })
  await Promise.all(consoles.map((each) => each.close()))
})

test('a server killed under reports: every report is accepted and on every console', async () => {
  const consoles = await Promise.all([1, 2, 3, 4].map(() => consoleOf('asha')))
  const accepted = await underReports('a server killed', async () => {
    const [victim] = await tvarit.containers('server')
    await tvarit.command('docker', 'kill', victim!)
  })
  for (const each of consoles) {
    await until('the console has all', () => accepted.every(({ id }) => each.alertIds().has(id)))
  }
  await Promise.all(consoles.map((each) => each.close()))
  await tvarit.compose('up', '--detach', '--wait', '--no-recreate')
})

test('a second version is rolled out under reports, and no report is rejected', async () => {
  const before = (await Promise.all(['server', 'worker', 'bulk-worker'].map(tvarit.containers))).flat()
  tvarit.nextVersion()
  const began = performance.now()
  const accepted = await underReports('roll-out', () => tvarit.command('sh', 'deploy/roll-out.sh'))
  figures.push(`roll-out of two servers and three workers: ${seconds(began)} s`)
  expect(accepted.flatMap(({ errors }) => errors)).toEqual([])
  const after = (await Promise.all(['server', 'worker', 'bulk-worker'].map(tvarit.containers))).flat()
  expect(after).toHaveLength(5)
  expect(after.filter((id) => before.includes(id))).toEqual([])
})

test('down and up: alerts, files and sessions are still there', async () => {
  const access = await tvarit.login('asha')
  const [alerts] = await tvarit.query('select count(*) from alerts')
  await tvarit.compose('down')
  const began = performance.now()
  await tvarit.compose('up', '--detach', '--wait')
  figures.push(`start on full volumes: ${seconds(began)} s`)
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  expect(await tvarit.query('select count(*) from alerts')).toEqual([alerts])
  expect((await call(tvarit.url, '/api/qr/alerts/', { access })).status).toBe(200)
  expect((await makeJob(5)).size).toBeGreaterThanOrEqual(5)
})
