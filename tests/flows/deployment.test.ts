import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tvarit/shared/platform/free-port'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { type ComposeFile, fillComposeFile } from '../harness/compose-file.ts'
import { type FakeCarrier, startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { fillImageFolder, readTarget } from '../harness/image-folder.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type NameServer, startNameServer, startReverseProxy, type ReverseProxy } from '../harness/reverse-proxy.ts'
import { S3_CREDENTIALS, type S3Server, startS3 } from '../harness/s3-server.ts'
import { openScreen, type Screen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const run = promisify(execFile)

// What the compose file starts, as processes. Same commands, same settings; names of hosts become places
// on this machine. `app` holds what the images hold, made by the Dockerfile's own steps.

interface Container {
  alive(): boolean
  signal(name: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

let folder: string
let compose: ComposeFile
let world: World
let carrier: FakeCarrier
let s3: S3Server
let names: NameServer
let proxy: ReverseProxy
let redis: Container
const servers = new Map<string, Container>()
const workers: Container[] = []
let lastServer = 1
let serverPort: number
let url: string
/** Turns the names of the compose file's hosts into places on this machine. */
let here: (text: string) => string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-deployment-'))
  fs.mkdirSync(path.join(folder, 'image'))
  fillImageFolder('server', path.join(folder, 'image'))
  ;[carrier, s3, names] = await Promise.all([startFakeCarrier(), startS3(), startNameServer()])
  const owner = new URL(inject('postgres_url'))
  const database = `deployment_${process.pid}`
  const admin = new pg.Client({ connectionString: owner.href })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const [redisPort, proxyPort] = [await freePort(), await freePort()]
  serverPort = await freePort()
  url = `http://127.0.0.1:${proxyPort}`
  const secret = '0123456789abcdef'.repeat(3)
  compose = fillComposeFile({
    PUBLIC_URL: 'https://tvarit.test',
    SECRET_KEY: secret,
    POSTGRES_PASSWORD: owner.password,
    POSTGRES_APP_PASSWORD: 'app',
    REDIS_PASSWORD: secret,
    STORAGE_PASSWORD: secret,
    ADMIN_EMAIL: 'first@tvarit.test',
    ADMIN_PHONE: '9000000001',
    ADMIN_PASSWORD: 'a-long-password',
    ON_CALL_NUMBERS: '9000000002',
    ...carrierSettings(carrier, ['twilio']),
  })
  const s3Address = new URL(s3.storage_url).searchParams.get('endpoint')!
  here = (text) =>
    text
      .replace(/postgres:5432\/tvarit/, `127.0.0.1:${owner.port}/${database}`)
      .replace('redis:6379', `127.0.0.1:${redisPort}`)
      .replace('http://storage:8333', s3Address)
  redis = await startRedisAsComposed(redisPort, secret)
  const { SERVER_NAME: _name, ...proxySettings } = compose.services.proxy!.environment!
  proxy = await startReverseProxy({
    ...proxySettings,
    DNS_SERVER: names.address,
    SERVER_NAME: `server:${serverPort}`,
    LISTEN_HTTP: `127.0.0.1:${proxyPort}`,
  })
  const app_url = here(compose.services.server!.environment!.DATABASE_URL!)
  await migrate()
  world = await createWorld({
    server: false,
    worker: false,
    database_url: Object.assign(new URL(app_url), { username: owner.username, password: owner.password }).href,
    settings: { SECRET_KEY: secret, PUBLIC_URL: url },
  })
})
afterAll(async () => {
  await Promise.all([...servers.values(), ...workers].map((each) => each.signal('SIGKILL')))
  await Promise.all([
    proxy?.stop(),
    redis?.signal('SIGKILL'),
    world?.stop(),
    carrier?.close(),
    s3?.close(),
    names?.close(),
  ])
  fs.rmSync(folder, { recursive: true, force: true })
})

async function startRedisAsComposed(port: number, password: string): Promise<Container> {
  const file = path.join(folder, 'redis.conf')
  fs.writeFileSync(file, compose.configs.redis!.content)
  const [program, ...rest] = compose.services.redis!.command!.map((word) => (word === '/etc/redis.conf' ? file : word))
  const started = start([program!, ...rest, '--port', String(port), '--dir', folder], {}, folder)
  const client = new Redis({ port, password, retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  expect(await client.config('GET', 'maxmemory-policy')).toContain('noeviction')
  expect(await client.config('GET', 'appendonly')).toContain('yes')
  client.disconnect()
  return started
}

function start(command: string[], env: Record<string, string>, cwd = path.join(folder, 'image/app')): Container {
  const [program, ...rest] = command
  const child = spawn(program === 'node' ? process.execPath : program!, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', process.env.TEST_LOG ? 'inherit' : 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return {
    alive: () => child.exitCode === null && child.signalCode === null,
    signal(name) {
      child.kill(name)
      return exited
    },
  }
}

/** The settings of a service as its container has them; `own` are those that must differ on one machine. */
function settingsOf(service: string, own: Record<string, string> = {}): Record<string, string> {
  const { environment, build } = compose.services[service]!
  const composed = Object.fromEntries(Object.entries(environment!).map(([name, value]) => [name, here(value)]))
  const data = fs.mkdtempSync(path.join(folder, 'data-'))
  return { ...readTarget(build!.target).env, ...composed, ...S3_CREDENTIALS, DATA_DIR: data, LOG_LEVEL: 'warn', ...own }
}

async function migrate(): Promise<void> {
  const { command } = readTarget('migrate')
  const { stdout } = await run(process.execPath, command.slice(1), {
    cwd: path.join(folder, 'image/app'),
    env: { PATH: process.env.PATH, ...settingsOf('migrate') },
  })
  expect(stdout).toContain('The database is up to date.')
}

/** Starts a container's process and waits until its own health check is content. */
async function startService(service: 'server' | 'worker', own: Record<string, string>): Promise<Container> {
  const { command, health } = readTarget(service)
  const settings = settingsOf(service, { ...own, METRICS_HOST: '127.0.0.1', METRICS_PORT: String(await freePort()) })
  const container = start(command, settings)
  const env = { PATH: process.env.PATH, METRICS_PORT: settings.METRICS_PORT! }
  await until(`the ${service} is healthy`, () =>
    run(health![0]!, health!.slice(1), { env }).then(
      () => true,
      () => !container.alive() && Promise.reject(new Error(`The ${service} ended`)),
    ),
  )
  return container
}

/** Another container of the service `server`, known by DNS once it is healthy. */
async function scaleServer(): Promise<string> {
  const address = `127.0.0.${++lastServer}`
  const container = await startService('server', { HOST: address, PORT: String(serverPort) })
  servers.set(address, container)
  names.answer([...servers.keys()])
  return address
}

const readyThroughProxy = () =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** A console behind the proxy, whose address is not what the world calls the product. */
async function screenOf(access: string): Promise<Screen> {
  const screen = openScreen(url, access, undefined, 'https://tvarit.test')
  await until('the screen is live', () => screen.events.length > 0)
  return screen
}

/** Presses until one of them is accepted, as the page does; returns the alert and how often it had to try again. */
async function pressUntilAccepted(token: string): Promise<{ id: number; retries: number }> {
  const scan_id = crypto.randomUUID()
  for (let retries = 0; ; retries++) {
    const answer = await press(url, token, { scan_id }).catch(() => null)
    if (answer?.http === 201) return { id: answer.id, retries }
    if (retries > 50) throw new Error(`The press was never accepted: ${answer?.http}`)
  }
}

test('the composed product: an alert reaches the consoles of every server, relatives are told once by three workers', async () => {
  await migrate()
  await scaleServer()
  await scaleServer()
  await Promise.all([1, 2, 3].map(async () => workers.push(await startService('worker', {}))))
  await until('the proxy has found a server', readyThroughProxy)
  const staff = await createPerson(world, 'staff')
  const screens = await Promise.all([1, 2, 3, 4].map(() => screenOf(staff.access)))
  const subscribers = await Promise.all(Array.from({ length: 5 }, () => createSubscriber(world)))
  const alerts = await Promise.all(subscribers.map(({ sticker }) => pressUntilAccepted(sticker.token)))
  for (const screen of screens) {
    await until('the alerts are on the screen', () => alerts.every(({ id }) => screen.alertIds().has(id)))
  }
  const relatives = subscribers.flatMap((subscriber) => subscriber.relatives)
  await until('the relatives are told', () => carrier.accepted.length >= relatives.length)
  expect(carrier.accepted.map(({ to }) => to).toSorted()).toEqual(relatives.toSorted())
  await Promise.all(screens.map((screen) => screen.close()))
})

test('files lie in the bucket that the migration has made', async () => {
  const admin = await createPerson(world, 'admin')
  const { body } = await call(url, '/api/qr/jobs/create/', { body: { count: 5 }, access: admin.access })
  await until('the job is made', async () => {
    const job = await world.db
      .selectFrom('bulk_jobs')
      .select('status')
      .where('id', '=', Number(body.id))
      .executeTakeFirst()
    return job?.status === 'COMPLETED'
  })
  const zip = await fetch(`${url}/api/qr/jobs/${Number(body.id)}/download/`, {
    headers: { authorization: `Bearer ${admin.access}` },
  })
  expect(zip.status).toBe(200)
  expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  expect(s3.requests.some(({ method, path: at }) => method === 'PUT' && at.startsWith('/tvarit/bulk/'))).toBe(true)
})

test('callers are known by their own address, whatever they claim', async () => {
  const pressFrom = async (claimed: string) => {
    const { sticker } = await createSubscriber(world)
    const answer = await fetch(`${url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'x-forwarded-for': claimed, 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: crypto.randomUUID() }),
    })
    expect(answer.status).toBe(201)
  }
  await pressFrom('198.51.100.7')
  await pressFrom('198.51.100.8')
  const reports = await world.db.selectFrom('alert_reports').select('ip_hash').execute()
  expect(reports.length).toBeGreaterThan(2)
  expect(new Set(reports.map(({ ip_hash }) => ip_hash?.toString('hex'))).size).toBe(1)
})

test('nothing of the machine room is reached through the proxy', async () => {
  for (const place of ['/metrics', '/metrics/']) {
    const text = await (await fetch(`${url}${place}`)).text()
    expect(text).not.toMatch(/^tvarit_/m)
  }
})

test('a server killed under presses: every press is accepted, and consoles that hung on it have every alert', async () => {
  const staff = await createPerson(world, 'staff')
  const screens = await Promise.all([1, 2, 3, 4].map(() => screenOf(staff.access)))
  const subscribers = await Promise.all(Array.from({ length: 30 }, () => createSubscriber(world)))
  const [address, victim] = [...servers][0]!
  const accepted: { id: number; retries: number }[] = []
  for (const [index, { sticker }] of subscribers.entries()) {
    if (index === 10) {
      void victim.signal('SIGKILL')
      servers.delete(address)
    }
    accepted.push(await pressUntilAccepted(sticker.token))
    if (index === 20) names.answer([...servers.keys()])
  }
  for (const screen of screens) {
    await until('the screen has all', () => accepted.every(({ id }) => screen.alertIds().has(id)))
  }
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(subscribers.length)
  await Promise.all(screens.map((screen) => screen.close()))
})

test('a deploy under presses: new servers come, the old one ends in order, and no press is refused', async () => {
  const [old, container] = [...servers][0]!
  await scaleServer()
  await until('the new one is in service', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => fetch(`${url}/healthz`).then((each) => each.json())),
    )
    return new Set(answers.map((answer) => (answer as { pid: number }).pid)).size === 2
  })
  const subscribers = await Promise.all(Array.from({ length: 40 }, () => createSubscriber(world)))
  let retries = 0
  let ended: Promise<number | null> | undefined
  for (const [index, { sticker }] of subscribers.entries()) {
    if (index === 5) ended = container.signal('SIGTERM')
    retries += (await pressUntilAccepted(sticker.token)).retries
  }
  expect(await ended).toBe(0)
  servers.delete(old)
  names.answer([...servers.keys()])
  expect(retries).toBe(0)
})

test('with a certificate the proxy speaks TLS, and plain HTTP only leads there', async () => {
  const files = { key: path.join(folder, 'key.pem'), certificate: path.join(folder, 'certificate.pem') }
  const both = path.join(folder, 'both.pem')
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  await run('openssl', [...request, '-keyout', files.key, '-out', files.certificate])
  fs.writeFileSync(both, Buffer.concat([fs.readFileSync(files.key), fs.readFileSync(files.certificate)]))
  const [plain, secure] = [await freePort(), await freePort()]
  const tls = await startReverseProxy({
    DNS_SERVER: names.address,
    SERVER_NAME: `server:${serverPort}`,
    LISTEN_HTTP: `127.0.0.1:${plain}`,
    LISTEN_HTTPS: `127.0.0.1:${secure}`,
    TLS_CERTIFICATE: both,
  })
  try {
    const status = () =>
      new Promise<number | undefined>((resolve) => {
        const options = { host: '127.0.0.1', port: secure, path: '/readyz', rejectUnauthorized: false, agent: false }
        https.get(options, (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined))
      })
    await until('the product answers over TLS', async () => (await status()) === 200)
    const answer = await fetch(`http://127.0.0.1:${plain}/s/ABC`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `https://127.0.0.1:${plain}/s/ABC`])
  } finally {
    await tls.stop()
  }
})
