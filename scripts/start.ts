/**
 * `npm start`: everything on one machine. Embedded PostgreSQL (unless DATABASE_URL), migrations, first admin, demo data,
 * the built web client, then server and worker as processes of their own. Ctrl-C stops all in order. Whatever stands in
 * the way is said in one sentence, with exit code 1.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { ConfigError, readConfig } from '@tvarit/shared/platform/config'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tvarit/shared/platform/embedded-postgres'
import type { DemoLogin } from '@tvarit/shared/domain/accounts/demo-data'
import { freePort } from '@tvarit/shared/platform/free-port'
import { prepareStorage } from '@tvarit/shared/platform/storage'
import { buildWebClient } from './build-web-client.ts'
import { isSupervisor, readSecrets } from './own-data.ts'
import { prepareDatabase } from './prepare-database.ts'

const root = path.join(import.meta.dirname, '..')
const began = performance.now()
const children = new Map<string, ChildProcess>()
let postgres: EmbeddedPostgres | null = null
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
    SECRET_KEY: 'x'.repeat(32),
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

  const web = buildWebClient()
  web.catch(() => {})
  if (embedded) {
    postgres = await startEmbeddedPostgres({
      dir: path.join(data, 'postgres'),
      port: await freePort(),
      password: secrets.postgres_password,
      database: 'tvarit',
    })
    void postgres.exited.then((code) => fail(`PostgreSQL ended (${code}).`))
  }
  const environment: Record<string, string> = {
    DEMO_DATA: embedded && draft.NODE_ENV !== 'production' ? '1' : '0',
    SECRET_KEY: secrets.secret_key,
    ...defined(process.env),
    DATA_DIR: data,
    ...(postgres && { DATABASE_OWNER_URL: postgres.url }),
    DATABASE_URL: postgres ? asProduct(postgres.url, secrets.app_password) : process.env.DATABASE_URL!,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
  const config = readConfig(environment)
  await prepareStorage(config)
  const logins = await prepareDatabase(config)
  // Server and worker own nothing in the database.
  delete environment.DATABASE_OWNER_URL
  await web
  if (stopping) return
  await Promise.all([
    run('server', 'server/main.ts', environment),
    run('worker', 'worker/main.ts', forWorker(environment)),
  ])
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

/** Starts a process and resolves when it says that it is ready. It is started again when it dies, within reason. */
function run(name: string, file: string, environment: Record<string, string>): Promise<void> {
  let deaths: number[] = []
  return new Promise((resolve) => {
    const spawnOnce = () => {
      const child = spawn(process.execPath, [path.join(root, file)], {
        env: environment,
        // Their own process group: Ctrl-C reaches only us, and we end them in order.
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.set(name, child)
      child.on('message', (message) => message === 'ready' && resolve())
      child.on('exit', (code, signal) => {
        if (stopping) return
        const now = Date.now()
        deaths = [...deaths.filter((at) => now - at < 60_000), now]
        if (deaths.length > 5) return void fail(`The ${name} keeps ending (${code ?? signal}); its log is above.`)
        console.error(`The ${name} ended (${code ?? signal}) and is started again.`)
        setTimeout(() => !stopping && spawnOnce(), 300)
      })
    }
    spawnOnce()
  })
}

async function fail(reason: string): Promise<void> {
  if (stopping) return
  console.error(`\n${reason}`)
  await stop(1)
}

/** Server and worker first, then PostgreSQL, then the lock. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  if (children.size > 0) console.log('\nStopping ...')
  await Promise.all([...children.values()].map(endChild))
  await postgres?.stop()
  if (lock) fs.rmSync(lock, { force: true })
  process.exit(code)
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await ended
  clearTimeout(force)
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
