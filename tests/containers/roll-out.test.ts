import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { makeCertificate, servedName } from './certificate.ts'
import { documentedCommands } from './documented-commands.ts'
import { createInstallation, type Installation } from './engine.ts'
import { Reports } from './reports.ts'

// Roll-outs that succeed and that fail, a wrong password and a lost name, all under reports. One installation for all tests.

const root = path.join(import.meta.dirname, '../..')
const certificate = path.join(root, 'deploy/certificates', `test-${process.pid}.pem`)
const SERVICES = ['server', 'worker', 'bulk-worker']

let tvarit: Installation
let reports: Reports
const figures: string[] = []
beforeAll(async () => {
  const settings = { TLS_CERTIFICATE: '' }
  tvarit = await createInstallation({ settings })
  reports = new Reports(tvarit)
  await tvarit.compose('up', '--build', '--detach', '--wait')
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  await tvarit.query(
    `insert into coupons (serial_number, coupon_code, token)
     select 'T' || n, 'ROLL' || n, 'ZZZZ' || translate(lpad(n::text, 12, '0'), '0', 'A') from generate_series(1, 9000) n`,
  )
  await reports.findStickers()
})
afterAll(async () => {
  console.log(['', ...figures, ''].join('\n'))
  fs.rmSync(certificate, { force: true })
  await tvarit?.remove()
})

const containers = async () => (await Promise.all(SERVICES.map(tvarit.containers))).flat().toSorted()
const numbers = () => Promise.all(SERVICES.map(async (each) => (await all(each)).length))
const all = async (service: string) =>
  (await tvarit.compose('ps', '--all', '--quiet', service)).split('\n').filter(Boolean)

interface Ended {
  code: number | null
  output: string
}

/** The roll-out as a process group of its own, as a terminal starts it. */
function rollOut(): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn('sh', ['-c', `exec ${documentedCommands('Roll out')}`], {
    ...tvarit.surroundings,
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) }
}

async function underReports(what: string, work: () => Promise<unknown>): Promise<string[]> {
  // Some minutes of alerts nobody takes: each is raised three times to a higher level.
  const { errors, figure } = await reports.during(work, 400)
  figures.push(`${what}: ${figure}`)
  return errors
}

async function relativesAreNotified(): Promise<void> {
  // Not again and again the same one: relatives wait after false alarms.
  const [token] = await tvarit.query(
    `select token from coupons c where user_id is not null
     order by (select count(*) from alerts a where a.coupon_id = c.id), id limit 1`,
  )
  const { id } = await press(tvarit.url, token!)
  await until('relatives are notified', async () => {
    const [sent] = await tvarit.query(
      `select count(*) from messages where alert_id = ${id} and template = 'relative_alert' and state in ('sent', 'delivered')`,
    )
    return Number(sent) > 0
  })
  await tvarit.query(`update alerts set status = 'ATTENDED', closed_at = now() where id = ${id}`)
}

/** The last line says what happened, what runs and what to do. */
const sentence = ({ output }: Ended) => output.trim().split('\n').at(-1)
const FAILED =
  /^The roll-out failed: .+\. What ran before goes on, and no container of the new version is left\. Put right .+\.$/

test('with a new password alone reports wait or get 503 until the old servers end', async () => {
  tvarit.set('POSTGRES_APP_PASSWORD', 'another-password-of-the-application')
  let ended!: Ended
  const errors = await underReports('only the password', async () => (ended = await rollOut().ended))
  expect([ended.code, errors.filter((error) => error !== '503')]).toEqual([0, []])
  expect(await numbers()).toEqual([2, 2, 1])
  await relativesAreNotified()
})

test('workers whose Redis password is wrong are removed again, and everything goes on', async () => {
  const before = await containers()
  const right = tvarit.setting('REDIS_PASSWORD')
  tvarit.set('REDIS_PASSWORD', 'a-password-that-redis-does-not-know')
  let ended!: Ended
  const errors = await underReports('wrong password of Redis', async () => (ended = await rollOut().ended))
  expect([ended.code, errors]).toEqual([1, []])
  expect(sentence(ended)).toMatch(FAILED)
  expect(await containers()).toEqual(before)
  expect(await numbers()).toEqual([2, 2, 1])
  tvarit.set('REDIS_PASSWORD', right)
  await relativesAreNotified()
})

test('a version that ends at its start is removed, and the number of servers stays', async () => {
  const before = await containers()
  const image = await tvarit.command('docker', 'inspect', '--format', '{{.Image}}', before[0]!)
  tvarit.nextVersion({ services: { server: { command: ['node', '-e', 'process.exit(1)'] } } })
  for (const _again of [1, 2]) {
    let ended!: Ended
    const errors = await underReports('a version that ends', async () => (ended = await rollOut().ended))
    expect([ended.code, errors]).toEqual([1, []])
    expect(sentence(ended)).toMatch(FAILED)
    expect(await containers()).toEqual(before)
    expect(await numbers()).toEqual([2, 2, 1])
  }
  const name = await tvarit.command('docker', 'inspect', '--format', '{{.Config.Image}}', before[0]!)
  expect(await tvarit.command('docker', 'image', 'inspect', '--format', '{{.Id}}', name)).toBe(image)
})

test('a roll-out that a signal cuts off leaves what ran before', async () => {
  const before = await containers()
  tvarit.nextVersion({ services: { server: { environment: { HEALTH_PATH: '/never' } } } })
  const errors = await underReports('cut off by SIGINT', async () => {
    const { child, ended } = rollOut()
    await until('there are new servers', async () => (await all('server')).length === 4, 300_000)
    process.kill(-child.pid!, 'SIGINT')
    const end = await ended
    expect(end.code).toBe(130)
    expect(sentence(end)).toMatch(FAILED)
  })
  expect(errors).toEqual([])
  expect(await containers()).toEqual(before)
  expect(await numbers()).toEqual([2, 2, 1])
})

test('after a killed roll-out the next one, failed or not, leaves the number of containers', async () => {
  const before = await containers()
  const errors = await underReports('killed, failed, rolled out', async () => {
    const { child, ended } = rollOut()
    await until('there are new servers', async () => (await all('server')).length === 4, 300_000)
    process.kill(-child.pid!, 'SIGKILL')
    await ended
    expect((await all('server')).length).toBe(4)
    tvarit.nextVersion({ services: { worker: { command: ['node', '-e', 'process.exit(1)'] } } })
    expect((await rollOut().ended).code).toBe(1)
    expect(await containers()).toEqual(before)
    tvarit.nextVersion()
    expect((await rollOut().ended).code).toBe(0)
  })
  expect(errors).toEqual([])
  expect(await numbers()).toEqual([2, 2, 1])
  expect((await containers()).filter((id) => before.includes(id))).toEqual([])
  await relativesAreNotified()
})

test('while the name of the database is gone reports wait or get 503, and all are accepted', async () => {
  const errors = await underReports('no name of the database', async () => {
    await tvarit.compose('stop', 'postgres')
    const page = await fetch(`${tvarit.url}/s/ZZZZAAAAAAAAAAA1`)
    expect(await page.text()).toContain('112')
    // Longer than a report waits for a database that is started again.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    await tvarit.compose('start', 'postgres')
  })
  expect(errors.filter((error) => error !== '503')).toEqual([])
  await relativesAreNotified()
})

test('TLS has a key of mode 600, a new certificate without a restart and the public address', async () => {
  const served = () => servedName(Number(tvarit.setting('HTTPS_PORT')))
  await makeCertificate(certificate, 'first')
  tvarit.set('TLS_CERTIFICATE', `/certificates/${path.basename(certificate)}`)
  await tvarit.compose('up', '--detach', '--no-deps', 'proxy')
  await until('the first certificate is served', async () => (await served()) === 'first')
  const plain = await fetch(`${tvarit.url}/s/ABC?x=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([308, `${tvarit.setting('PUBLIC_URL')}/s/ABC?x=1`])
  const [proxy] = await tvarit.containers('proxy')
  const started = () => tvarit.command('docker', 'inspect', '--format', '{{.State.StartedAt}}', proxy!)
  const before = await started()
  await makeCertificate(certificate, 'second')
  await tvarit.documented('The certificate')
  await until('the second certificate is served', async () => (await served()) === 'second')
  expect(await started()).toBe(before)
})
