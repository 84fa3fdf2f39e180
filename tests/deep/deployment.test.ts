import { execFile } from 'node:child_process'
import fs from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tvarit/shared/platform/free-port'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { composedProduct } from '../harness/composed-product.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startReverseProxy } from '../harness/reverse-proxy.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const product = composedProduct()

const readyThroughProxy = () =>
  fetch(`${product.url}/readyz`).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** A console behind the proxy, whose address is not what the world calls the product. */
async function screenOf(access: string): Promise<Screen> {
  const screen = openScreen(product.url, access, undefined, 'https://tvarit.test')
  await isLive(screen)
  return screen
}

/** Presses until one of them is accepted, as the page does; returns the alert and how often it had to try again. */
async function pressUntilAccepted(token: string): Promise<{ id: number; retries: number }> {
  const scan_id = crypto.randomUUID()
  for (let retries = 0; ; retries++) {
    const answer = await press(product.url, token, { scan_id }).catch(() => null)
    if (answer?.http === 201) return { id: answer.id, retries }
    if (retries > 50) throw new Error(`The press was never accepted: ${answer?.http}`)
  }
}

/** The relatives of each try of the first test: a worker may still be telling those of an earlier one. */
const tries: string[][] = []

test('composed: an alert reaches the consoles of every server and notifies relatives once', async () => {
  await product.migrate()
  await product.scaleServer()
  await product.scaleServer()
  const workers = ['worker', 'worker', 'bulk-worker'] as const
  await Promise.all(workers.map(async (each) => product.workers.push(await product.startService(each, {}))))
  await until('the proxy has found a server', readyThroughProxy)
  const staff = await createPerson(product.world, 'staff')
  const screens = await Promise.all([1, 2, 3, 4].map(() => screenOf(staff.access)))
  const subscribers = await Promise.all(Array.from({ length: 5 }, () => createSubscriber(product.world)))
  const alerts = await Promise.all(subscribers.map(({ sticker }) => pressUntilAccepted(sticker.token)))
  for (const screen of screens) {
    await until('the alerts are on the screen', () => alerts.every(({ id }) => screen.alertIds().has(id)))
  }
  const relatives = subscribers.flatMap((subscriber) => subscriber.relatives)
  const earlier = tries.flat()
  tries.push(relatives)
  const told = () => product.carrier.accepted.map(({ to }) => to).filter((to) => !earlier.includes(to))
  await until('the relatives are told', () => told().length >= relatives.length)
  expect(told().toSorted()).toEqual(relatives.toSorted())
  await Promise.all(screens.map((screen) => screen.close()))
})

test('files lie in the bucket that the migration has made', async () => {
  const admin = await createPerson(product.world, 'admin')
  const { body } = await call(product.url, '/api/qr/jobs/create/', { body: { count: 5 }, access: admin.access })
  await until('the job is made', async () => {
    const job = await product.world.db
      .selectFrom('bulk_jobs')
      .select('status')
      .where('id', '=', Number(body.id))
      .executeTakeFirst()
    return job?.status === 'COMPLETED'
  })
  const zip = await fetch(`${product.url}/api/qr/jobs/${Number(body.id)}/download/`, {
    headers: { authorization: `Bearer ${admin.access}` },
  })
  expect(zip.status).toBe(200)
  expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  expect(product.s3.requests.some(({ method, path: at }) => method === 'PUT' && at.startsWith('/tvarit/bulk/'))).toBe(
    true,
  )
})

test('callers are known by their own address, whatever they claim', async () => {
  const pressFrom = async (claimed: string) => {
    const { sticker } = await createSubscriber(product.world)
    const answer = await fetch(`${product.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'x-forwarded-for': claimed, 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: crypto.randomUUID() }),
    })
    expect(answer.status).toBe(201)
  }
  await pressFrom('198.51.100.7')
  await pressFrom('198.51.100.8')
  const reports = await product.world.db.selectFrom('alert_reports').select('ip_hash').execute()
  expect(reports.length).toBeGreaterThan(2)
  expect(new Set(reports.map(({ ip_hash }) => ip_hash?.toString('hex'))).size).toBe(1)
})

test('nothing of the machine room is reached through the proxy', async () => {
  for (const place of ['/metrics', '/metrics/']) {
    const text = await (await fetch(`${product.url}${place}`)).text()
    expect(text).not.toMatch(/^tvarit_/m)
  }
})

test('when a server is killed under load, every report is accepted and consoles miss no alert', async () => {
  const staff = await createPerson(product.world, 'staff')
  const screens = await Promise.all([1, 2, 3, 4].map(() => screenOf(staff.access)))
  const subscribers = await Promise.all(Array.from({ length: 30 }, () => createSubscriber(product.world)))
  const [address, victim] = [...product.servers][0]!
  const accepted: { id: number; retries: number }[] = []
  for (const [index, { sticker }] of subscribers.entries()) {
    if (index === 10) {
      void victim.signal('SIGKILL')
      product.servers.delete(address)
    }
    accepted.push(await pressUntilAccepted(sticker.token))
    if (index === 20) product.names.answer([...product.servers.keys()])
  }
  for (const screen of screens) {
    await until('the screen has all', () => accepted.every(({ id }) => screen.alertIds().has(id)))
  }
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(subscribers.length)
  await Promise.all(screens.map((screen) => screen.close()))
})

test('a rolling deploy under load rejects no report, and the old server shuts down in order', async () => {
  const [old, container] = [...product.servers][0]!
  await product.scaleServer()
  await until('the new one is in service', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => fetch(`${product.url}/healthz`).then((each) => each.json())),
    )
    return new Set(answers.map((answer) => (answer as { pid: number }).pid)).size === 2
  })
  const subscribers = await Promise.all(Array.from({ length: 40 }, () => createSubscriber(product.world)))
  let retries = 0
  let ended: Promise<number | null> | undefined
  for (const [index, { sticker }] of subscribers.entries()) {
    if (index === 5) ended = container.signal('SIGTERM')
    retries += (await pressUntilAccepted(sticker.token)).retries
  }
  expect(await ended).toBe(0)
  product.servers.delete(old)
  product.names.answer([...product.servers.keys()])
  expect(retries).toBe(0)
})

test('with a certificate the proxy speaks TLS, and plain HTTP leads to the public address', async () => {
  const files = { key: path.join(product.folder, 'key.pem'), certificate: path.join(product.folder, 'certificate.pem') }
  const both = path.join(product.folder, 'both.pem')
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  await run('openssl', [...request, '-keyout', files.key, '-out', files.certificate])
  fs.writeFileSync(both, Buffer.concat([fs.readFileSync(files.key), fs.readFileSync(files.certificate)]))
  const [plain, secure] = [await freePort(), await freePort()]
  const tls = await startReverseProxy({
    DNS_SERVER: product.names.address,
    SERVER_NAME: `server:${product.server_port}`,
    LISTEN_HTTP: `127.0.0.1:${plain}`,
    LISTEN_HTTPS: `127.0.0.1:${secure}`,
    TLS_CERTIFICATE: both,
    PUBLIC_URL: `https://127.0.0.1:${secure}/`,
  })
  try {
    const status = () =>
      new Promise<number | undefined>((resolve) => {
        const options = { host: '127.0.0.1', port: secure, path: '/readyz', rejectUnauthorized: false, agent: false }
        https.get(options, (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined))
      })
    await until('the product answers over TLS', async () => (await status()) === 200)
    const answer = await fetch(`http://127.0.0.1:${plain}/s/ABC`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `https://127.0.0.1:${secure}/s/ABC`])
  } finally {
    await tls.stop()
  }
})
