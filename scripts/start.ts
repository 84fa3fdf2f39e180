/**
 * `npm start`: everything on one machine. Embedded PostgreSQL (unless DATABASE_URL), migrations, first admin, demo data,
 * the built web client, then server and worker as processes of their own. Ctrl-C stops all in order. Whatever stands in
 * the way is said in one sentence, with exit code 1.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { NODE_FLAGS } from '@tvarit/server/node-flags'
import { checkMapFile } from '@tvarit/server/rest/map-file'
import { ConfigError, isReachable, readConfig } from '@tvarit/shared/platform/settings/config'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import type { DemoLogin } from '@tvarit/shared/domain/operations/demo/demo-data'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { createStorage, prepareStorage } from '@tvarit/shared/platform/storage/create-storage'
import { buildGazetteer } from './build-gazetteer.ts'
import { buildWebClient } from './build-web-client.ts'
import { keepRunning, type Running } from './keep-running.ts'
import { isSupervisor, readSecrets } from './dev-secrets.ts'
import { prepareDatabase } from './prepare-database.ts'

const root = path.join(import.meta.dirname, '..')
const began = performance.now()
/** What runs, in the order of its start. */
const parts: { stop(): Promise<void> }[] = []
let lock: string | null = null
let stopping = false

// A reader of our output that has gone away must not end us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('disconnect', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!stopping) console.error(`\n${(error as Error).message}`)
  await stop(1)
}

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(`Node 24 is needed and this is ${process.version}: run npm ci and start with npm start.`)
  }
  const embedded = !process.env.DATABASE_URL
  const data = path.resolve(process.env.DATA_DIR || './.data')
  // All settings are looked at before anything starts; the database address is not known yet.
  const draft = readConfig({
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: 'postgres://localhost/later',
    ...defined(process.env),
    DATA_DIR: data,
  })
  if (draft.NODE_ENV === 'production' && !process.env.SECRET_KEY)
    throw new ConfigError('Wrong setting. SECRET_KEY: is missing.')
  prepareDataFolder(data)
  takeLock(data)
  await assertPortFree(draft.PORT, draft.HOST)
  const secrets = readSecrets(data)
  console.log('Starting Tvarit ...')

  buildGazetteer()
  const web = buildWebClient()
  web.catch(() => {})
  const owner_url = embedded ? await runPostgres(data, secrets.postgres_password) : null
  const environment: Record<string, string> = {
    DEMO_DATA: embedded && (!isReachable(draft) || draft.ALLOW_UNSAFE) ? '1' : '0',
    SECRET_KEY: secrets.secret_key,
    ...defined(process.env),
    DATA_DIR: data,
    ...(owner_url && { DATABASE_OWNER_URL: owner_url }),
    DATABASE_URL: owner_url ? asProduct(owner_url, secrets.app_password) : process.env.DATABASE_URL!,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
  const config = readConfig(environment)
  await prepareStorage(config)
  await checkMapFile(config, createStorage(config))
  const logins = await prepareDatabase(config)
  // Server and worker own nothing in the database.
  delete environment.DATABASE_OWNER_URL
  await web
  if (stopping) return
  const server = await run('server', [...NODE_FLAGS, 'server/main.ts'], environment)
  const worker = await run('worker', ['worker/main.ts'], forWorker(environment))
  // Alerts are taken without a worker: one that cannot start only says so.
  await Promise.all([server.ready, Promise.race([worker.ready, worker.first_end])])
  if (stopping) return
  announce(config.PUBLIC_URL, config.SMS_PROVIDERS.includes('console'), logins)
}

/** The port for those who watch is the server's; the worker's is the next one. */
function forWorker(environment: Record<string, string>): Record<string, string> {
  const port = Number(environment.METRICS_PORT)
  return port > 0 ? { ...environment, METRICS_PORT: String(port + 1) } : environment
}

function announce(url: string, inbox: boolean, logins: DemoLogin[]): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const people = logins.map(
    ({ role, login, password }) =>
      `  ${role.padEnd(18)} ${login.padEnd(24)} ${password ? `password ${password}` : 'phone and code'}`,
  )
  const token = logins
    .find(({ scan_url }) => scan_url)
    ?.scan_url?.split('/')
    .at(-1)
  const demo = logins.length > 0 && [
    'Demo logins:',
    ...people,
    '',
    `  with a password    ${url}/login`,
    `  by phone           ${url}/userlogin`,
    ...(token ? [`  a sticker to scan  ${url}/s/${token}`] : []),
    '',
  ]
  const lines = [
    '',
    `Tvarit is ready at ${url}  (${seconds} s)`,
    '',
    ...(demo || []),
    ...(inbox ? [`Codes and messages are shown at ${url}/dev/messages`] : []),
    'Ctrl-C stops everything.',
  ]
  console.log(lines.join('\n'))
}

/** PostgreSQL on the data folder; one that ends is started again on the same data and port. Returns its owner's address. */
async function runPostgres(data: string, password: string): Promise<string> {
  const options = { dir: path.join(data, 'postgres'), port: await freePort(), password, database: 'tvarit' }
  const start = async () => {
    const { url, exited, stop: end } = await startEmbeddedPostgres(options)
    return { url, ended: exited.then((code) => String(code ?? 'killed')), stop: end }
  }
  const first = await start()
  parts.push(keepRunning('PostgreSQL', first, start))
  return first.url
}

/** Server or worker as a process of its own: `ready` when one says that it is, `first_end` when the first one ends. */
async function run(name: string, command: readonly string[], environment: Record<string, string>) {
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const start = (): Promise<Running> => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: environment,
      // Their own process group: Ctrl-C reaches only us, and we end them in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message) => message === 'ready' && isReady())
    const ended = new Promise<string>((resolve) => {
      child.on('exit', (code, signal) => resolve(String(code ?? signal)))
      child.on('error', ({ message }) => resolve(message))
    })
    const stop = async () => {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), 12_000)
      await ended
      clearTimeout(force)
    }
    return Promise.resolve({ ended, stop })
  }
  const first = await start()
  parts.push(keepRunning(name, first, start))
  return { ready, first_end: first.ended }
}

/** Server and worker first, then PostgreSQL, then the lock. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  if (parts.length > 0) console.log('\nStopping ...')
  const database = process.env.DATABASE_URL ? undefined : parts.shift()
  await Promise.all(parts.map((part) => part.stop()))
  await database?.stop()
  if (lock) fs.rmSync(lock, { force: true })
  process.exit(code)
}

function prepareDataFolder(data: string): void {
  try {
    fs.mkdirSync(data, { recursive: true, mode: 0o755 })
    const probe = path.join(data, `.write-test-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The data folder ${data} cannot be written (${code}): choose another with DATA_DIR.`, {
      cause: error,
    })
  }
}

/** Two supervisors on one data folder would stop each other's database. */
function takeLock(data: string): void {
  const file = path.join(data, 'supervisor.pid')
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
  if (pid > 0 && pid !== process.pid && isSupervisor(pid)) {
    throw new Error(`Tvarit already runs on ${data} (process ${pid}): stop it or choose another folder with DATA_DIR.`)
  }
  fs.writeFileSync(file, String(process.pid))
  lock = file
}

function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken: stop whatever uses it or choose another with PORT.`
          : `Cannot listen on ${host}:${port} (${error.code}): check PORT and HOST.`
      reject(new Error(reason))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** The same database as the role that owns nothing in it. */
function asProduct(owner_url: string, password: string): string {
  const url = new URL(owner_url)
  url.username = 'tvarit_app'
  url.password = password
  return url.href
}

function defined(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
