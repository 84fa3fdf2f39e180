import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import { misspelledSettings, readConfig } from '@tvarit/shared/platform/settings/config'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const MINIMAL = { DATABASE_URL: 'postgres://nobody@127.0.0.1/none', SECRET_KEY: '0123456789abcdef'.repeat(2) }
const PRODUCTION = {
  ...MINIMAL,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tvarit.example',
  SMS_PROVIDERS: 'twilio',
  TWILIO_ACCOUNT_SID: 'a',
  TWILIO_AUTH_TOKEN: 'b',
  TWILIO_FROM: 'c',
}

test('a misspelled setting is named with the likely right name', () => {
  expect(misspelledSettings({ REDDIS_URL: 'x', SMS_PROVIDER: 'x', secret_key: 'x', DATABASEURL: 'x' })).toEqual([
    'There is no setting REDDIS_URL: did you mean REDIS_URL?',
    'There is no setting SMS_PROVIDER: did you mean SMS_PROVIDERS?',
    'There is no setting secret_key: did you mean SECRET_KEY?',
    'There is no setting DATABASEURL: did you mean DATABASE_URL?',
  ])
})

test('neither our settings nor what systems set is taken for a misspelling', () => {
  const systems = 'PATH HOME HOSTNAME LOGNAME PWD OLDPWD SHELL USER USERNAME TERM LANG TMPDIR MAIL EDITOR PORT HOST'
  const node =
    'NODE_OPTIONS NODE_PATH NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_CHANNEL_FD npm_config_cache'
  const containers = 'AWS_ACCESS_KEY_ID AWS_REGION HEALTH_PATH KUBERNETES_PORT KUBERNETES_SERVICE_HOST INSTANCE'
  const names = [...`${systems} ${node} ${containers}`.split(' '), ...Object.keys(PRODUCTION)]
  expect(misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

test.each(['server/main.ts', 'worker/main.ts', 'scripts/migrate.ts'])(
  '%s warns of a misspelled setting, names all wrong ones in one line, and ends with 1',
  (file) => {
    const wrong = { PORT: 'many', TWILIO_BASE_URL: 'http://twilio.example', SECRET_KEY: 'short' }
    const env = { PATH: process.env.PATH, REDDIS_URL: 'redis://127.0.0.1', ...wrong }
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, file)], { env, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^There is no setting REDDIS_URL: did you mean REDIS_URL\?\nWrong setting\. .*\n$/)
    for (const name of ['PORT', 'DATABASE_URL', 'SECRET_KEY', 'TWILIO_BASE_URL']) expect(stderr).toContain(name)
  },
)

test('an address of the database that would take our own options away is rejected', () => {
  const address = 'postgres://127.0.0.1/x?options=-c%20search_path%3Dother'
  expect(() => readConfig({ ...MINIMAL, DATABASE_URL: address })).toThrow('DATABASE_URL: must not set options')
})

test('settings unsafe on a reachable host stop the start unless ALLOW_UNSAFE is set', () => {
  const reachable = [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://tvarit.example' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://tvarit.example' },
  ]
  const unsafe = { ...MINIMAL, DEMO_DATA: '1', ADMIN_PASSWORD: 'Password1' }
  for (const address of reachable) {
    for (const name of ['SMS_PROVIDERS', 'DEMO_DATA', 'ADMIN_PASSWORD', 'ALLOW_UNSAFE=1']) {
      expect(() => readConfig({ ...unsafe, ...address })).toThrow(name)
    }
    expect(readConfig({ ...unsafe, ...address, ALLOW_UNSAFE: '1' }).DEMO_DATA).toBe(true)
  }
  expect(() => readConfig({ ...unsafe, HOST: '0.0.0.0' })).toThrow('PUBLIC_URL: must start with https://')
  expect(readConfig(unsafe).DEMO_DATA).toBe(true)
})

test('a SECRET_KEY of hardly any different characters is rejected', () => {
  expect(() => readConfig({ ...MINIMAL, SECRET_KEY: 'a'.repeat(32) })).toThrow('SECRET_KEY: must be random')
  expect(() => readConfig({ ...MINIMAL, SECRET_KEY: 'abcd'.repeat(8) })).toThrow('SECRET_KEY: must be random')
})

test('MSG91 without the DLT template id of every message is rejected: it would send nothing', () => {
  const msg91 = { ...MINIMAL, SMS_PROVIDERS: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_WEBHOOK_SECRET: 's' }
  expect(() => readConfig(msg91)).toThrow(/DLT_TEMPLATE_IDS: SMS provider msg91 needs .* otp, /)
  const ids = Object.fromEntries(Object.keys(MESSAGE_TEMPLATES).map((name) => [name, `id-${name}`]))
  const { relative_alert: _one, ...others } = ids
  expect(() => readConfig({ ...msg91, DLT_TEMPLATE_IDS: JSON.stringify(others) })).toThrow(
    'template id of relative_alert',
  )
  expect(readConfig({ ...msg91, DLT_TEMPLATE_IDS: JSON.stringify(ids) }).SMS_PROVIDERS).toEqual(['msg91'])
})

test('a number that is none is a problem in plain words', () => {
  expect(() => readConfig({ ...MINIMAL, PORT: 'many', NEAR_KM: 'far' })).toThrow(
    'Wrong setting. PORT: must be a number; NEAR_KM: must be a number.',
  )
})

test.each([
  ['DATABASE_URL', 'postgres://app:x@db.example/tvarit', '?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://app:x@10.0.0.5/tvarit?sslmode=prefer', '?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://app:x@db.example/tvarit?sslmode=no-verify', '?sslmode=verify-full'],
  ['DATABASE_OWNER_URL', 'postgres://owner:x@db.example/tvarit', '?sslmode=verify-full'],
  ['DATABASE_SESSION_URL', 'postgres://app:x@db.example/tvarit', '?sslmode=verify-full'],
  ['REDIS_URL', 'redis://:x@redis.example', 'rediss://'],
  ['STORAGE_URL', 's3://files?endpoint=http://storage.example:9000', 'an https endpoint'],
])('in production %s without TLS to another machine is rejected', (name, value, secure) => {
  const settings = { ...PRODUCTION, [name]: value }
  expect(() => readConfig(settings)).toThrow(`${name}: must use TLS to another machine: ${secure}`)
  expect(readConfig({ ...settings, ALLOW_UNSAFE: '1' }).NODE_ENV).toBe('production')
})

test('in production a plain address of a sentinel is rejected outside a network of containers', () => {
  const sentinels = { ...PRODUCTION, REDIS_URL: 'redis://:x@tvarit' }
  expect(() => readConfig({ ...sentinels, REDIS_SENTINELS: 'sentinel.example:26379' })).toThrow(
    'REDIS_URL: must use TLS',
  )
  expect(readConfig({ ...sentinels, REDIS_SENTINELS: 'sentinel:26379' }).REDIS_SENTINELS).toHaveLength(1)
})

test('in production TLS, this machine and a network of containers are accepted for a store', () => {
  const stores = [
    ['postgres://app:x@db.example/tvarit?sslmode=verify-full', 'rediss://:x@redis.example', 's3://files?region=x'],
    ['postgres://app:x@postgres:5432/tvarit', 'redis://:x@redis:6379', 's3://files?endpoint=http://storage:8333'],
    ['postgres://app:x@127.0.0.1/tvarit', 'redis://:x@localhost', 's3://files?endpoint=http://[::1]:8333'],
  ] as const
  for (const [DATABASE_URL, REDIS_URL, STORAGE_URL] of stores)
    expect(readConfig({ ...PRODUCTION, DATABASE_URL, REDIS_URL, STORAGE_URL }).DATABASE_URL).toBe(DATABASE_URL)
})
