import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tvarit/shared/platform/free-port'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { carrierSettings } from './carrier-settings.ts'
import { type FakeCarrier, startFakeCarrier } from './carrier/fake-carrier.ts'
import { type ComposeFile, fillComposeFile } from './compose-file.ts'
import { fillImageFolder, readTarget } from './image-folder.ts'
import { type NameServer, startNameServer, startReverseProxy, type ReverseProxy } from './reverse-proxy.ts'
import { S3_CREDENTIALS, type S3Server, startS3 } from './s3-server.ts'
import { until } from './until.ts'
import { createWorld, type World } from './world.ts'

const run = promisify(execFile)

interface Container {
  alive(): boolean
  signal(name: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/**
 * What the compose file starts, as processes, once for all tests of a file. Same commands, same settings; names of hosts
 * become places on this machine. `image/app` of the folder holds what the images hold, made by the Dockerfile's own steps.
 * Servers and workers are started by the tests.
 */
export function composedProduct() {
  const product = {
    folder: fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-deployment-')),
    /** Address of the proxy. */
    url: '',
    server_port: 0,
    world: null as unknown as World,
    carrier: null as unknown as FakeCarrier,
    s3: null as unknown as S3Server,
    names: null as unknown as NameServer,
    /** Running containers of the service `server` by their address. */
    servers: new Map<string, Container>(),
    workers: [] as Container[],
  }
  let compose: ComposeFile
  let proxy: ReverseProxy
  let redis: Container
  let lastServer = 1
  /** Turns the names of the compose file's hosts into places on this machine. */
  let here: (text: string) => string

  beforeAll(async () => {
    fs.mkdirSync(path.join(product.folder, 'image'))
    fillImageFolder('server', path.join(product.folder, 'image'))
    ;[product.carrier, product.s3, product.names] = await Promise.all([
      startFakeCarrier(),
      startS3(),
      startNameServer(),
    ])
    const owner = new URL(inject('postgres_url'))
    const database = `deployment_${process.pid}`
    const admin = new pg.Client({ connectionString: owner.href })
    await admin.connect()
    await admin.query(`create database ${database}`)
    await admin.end()
    const [redisPort, proxyPort] = [await freePort(), await freePort()]
    product.server_port = await freePort()
    product.url = `http://127.0.0.1:${proxyPort}`
    const secret = '0123456789abcdef'.repeat(3)
    compose = fillComposeFile({
      PUBLIC_URL: 'https://tvarit.test',
      COMPOSE_PROFILES: 'postgres,redis,storage',
      SECRET_KEY: secret,
      POSTGRES_PASSWORD: owner.password,
      POSTGRES_APP_PASSWORD: 'app',
      REDIS_PASSWORD: secret,
      STORAGE_PASSWORD: secret,
      BACKUP_KEY: secret,
      ADMIN_EMAIL: 'first@tvarit.test',
      ADMIN_PHONE: '9000000001',
      ADMIN_PASSWORD: 'a-long-password',
      ON_CALL_NUMBERS: '9000000002',
      ...carrierSettings(product.carrier, ['twilio']),
    })
    const s3Address = new URL(product.s3.storage_url).searchParams.get('endpoint')!
    here = (text) =>
      text
        .replace(/postgres:5432\/tvarit/, `127.0.0.1:${owner.port}/${database}`)
        .replace('redis:6379', `127.0.0.1:${redisPort}`)
        .replace('http://storage:8333', s3Address)
    redis = await startRedisAsComposed(redisPort, secret)
    const { SERVER_NAME: _name, RUN_AS: _user, ...proxySettings } = compose.services.proxy!.environment!
    proxy = await startReverseProxy({
      ...proxySettings,
      DNS_SERVER: product.names.address,
      SERVER_NAME: `server:${product.server_port}`,
      LISTEN_HTTP: `127.0.0.1:${proxyPort}`,
    })
    const app_url = here(compose.services.server!.environment!.DATABASE_URL!)
    await migrate()
    product.world = await createWorld({
      server: false,
      worker: false,
      database_url: Object.assign(new URL(app_url), { username: owner.username, password: owner.password }).href,
      settings: { SECRET_KEY: secret, PUBLIC_URL: product.url },
    })
  })
  afterAll(async () => {
    await Promise.all([...product.servers.values(), ...product.workers].map((each) => each.signal('SIGKILL')))
    await Promise.all([
      proxy?.stop(),
      redis?.signal('SIGKILL'),
      product.world?.stop(),
      product.carrier?.close(),
      product.s3?.close(),
      product.names?.close(),
    ])
    fs.rmSync(product.folder, { recursive: true, force: true })
  })

  async function startRedisAsComposed(port: number, password: string): Promise<Container> {
    const { command, environment } = compose.services.redis!
    const here = command!.map((word) => word.replace(' - <<', ` --port ${port} - <<`))
    const started = start(here, environment!, product.folder)
    const client = new Redis({ port, password, retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => {})
    expect(await client.config('GET', 'maxmemory-policy')).toContain('noeviction')
    expect(await client.config('GET', 'appendonly')).toContain('yes')
    client.disconnect()
    return started
  }

  function start(
    command: string[],
    env: Record<string, string>,
    cwd = path.join(product.folder, 'image/app'),
  ): Container {
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
    const data = fs.mkdtempSync(path.join(product.folder, 'data-'))
    return {
      ...readTarget(build!.target).env,
      ...composed,
      ...S3_CREDENTIALS,
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ...own,
    }
  }

  /** Runs the migration as composed. */
  async function migrate(): Promise<void> {
    const { command } = readTarget('migrate')
    const { stdout } = await run(process.execPath, command.slice(1), {
      cwd: path.join(product.folder, 'image/app'),
      env: { PATH: process.env.PATH, ...settingsOf('migrate') },
    })
    expect(stdout).toContain('The database is up to date.')
  }

  /** Starts a container's process and waits until its own health check is content. */
  async function startService(
    service: 'server' | 'worker' | 'bulk-worker',
    own: Record<string, string>,
  ): Promise<Container> {
    const { command, health } = readTarget(service === 'server' ? 'server' : 'worker')
    const settings = settingsOf(service, { ...own, METRICS_HOST: '127.0.0.1', METRICS_PORT: String(await freePort()) })
    const container = start(command, settings)
    const { METRICS_PORT, HEALTH_PATH } = settings
    const env = { PATH: process.env.PATH, METRICS_PORT, HEALTH_PATH }
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
    const container = await startService('server', { HOST: address, PORT: String(product.server_port) })
    product.servers.set(address, container)
    product.names.answer([...product.servers.keys()])
    return address
  }

  return Object.assign(product, { migrate, startService, scaleServer })
}
