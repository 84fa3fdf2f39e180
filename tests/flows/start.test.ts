import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/free-port'
import { afterAll, expect, inject, test } from 'vitest'
import { startProduct } from '../harness/start-product.ts'
import { until } from '../harness/until.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-start-'))
fs.chmodSync(folder, 0o755)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function refused(settings: Record<string, string>): Promise<string> {
  const product = startProduct({ DATA_DIR: path.join(folder, 'refused'), ...settings })
  expect(await product.exited).toBe(1)
  return product.output().trim()
}

test('a taken port is one clear sentence and exit code 1', async () => {
  const blocker = net.createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const { port } = blocker.address() as net.AddressInfo
  expect(await refused({ PORT: String(port) })).toBe(
    `Port ${port} is taken: stop whatever uses it or choose another with PORT.`,
  )
  await new Promise((resolve) => blocker.close(resolve))
})

test('a data folder that cannot be written is one clear sentence and exit code 1', async () => {
  const file = path.join(folder, 'a-file')
  fs.writeFileSync(file, '')
  const output = await refused({ DATA_DIR: path.join(file, 'data') })
  expect(output).toBe(`The data folder ${file}/data cannot be written (ENOTDIR): choose another with DATA_DIR.`)
})

test('wrong settings are all named at once with exit code 1', async () => {
  const output = await refused({
    PORT: 'many',
    SMS_PROVIDERS: 'pigeon',
    ON_CALL_NUMBERS: '12',
    MAP_TILE_URL: 'https://tiles.example/{z}.png',
  })
  expect(output.split('\n')).toHaveLength(1)
  for (const name of ['PORT', 'SMS_PROVIDERS', 'ON_CALL_NUMBERS', 'MAP_TILE_URL']) expect(output).toContain(name)
})

test.each(['server/main.ts', 'worker/main.ts', 'scripts/migrate.ts'])(
  '%s says in one line what all its wrong settings are, without a stack, and ends with 1',
  (file) => {
    const env = { PATH: process.env.PATH, PORT: 'many', TWILIO_BASE_URL: 'http://twilio.example', SECRET_KEY: 'short' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, file)], { env, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Wrong setting\. .*\n$/)
    for (const name of ['PORT', 'DATABASE_URL', 'SECRET_KEY', 'TWILIO_BASE_URL']) expect(stderr).toContain(name)
  },
)

test('an address of the database that would take our own options away is refused', async () => {
  const output = await refused({ DATABASE_URL: 'postgres://127.0.0.1/x?options=-c%20search_path%3Dother' })
  expect(output).toMatch(/^Wrong setting\. DATABASE_URL: must not set options/)
})

test('production refuses the console provider, an address without https, demo data and a missing key', async () => {
  const output = await refused({ NODE_ENV: 'production', DEMO_DATA: '1', DATABASE_URL: 'postgres://localhost/x' })
  for (const name of ['SMS_PROVIDERS', 'PUBLIC_URL', 'DEMO_DATA']) expect(output).toContain(name)
  const secure = { NODE_ENV: 'production', PUBLIC_URL: 'https://x.example', SMS_PROVIDERS: 'twilio' }
  const twilio = { TWILIO_ACCOUNT_SID: 'a', TWILIO_AUTH_TOKEN: 'b', TWILIO_FROM: 'c' }
  expect(await refused({ ...secure, ...twilio })).toBe('Wrong setting. SECRET_KEY: is missing.')
})

test('a database that cannot be reached is one clear sentence', async () => {
  const output = await refused({ PORT: String(await freePort()), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' })
  expect(output).toMatch(/The database of DATABASE_URL cannot be reached: check the address and that it runs\.$/)
})

test('it starts on an empty folder, survives an unclean kill of everything, and starts again on the same data', async () => {
  expect(inject('web_problem')).toBe('')
  const port = String(await freePort())
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: port }
  const first = startProduct(settings)
  await until('it is ready', () => first.output().includes('Tvarit is ready'), 60_000)
  expect(first.output()).toMatch(/admin +admin@tvarit\.example +password/)
  const scan = /a sticker to scan +(\S+)/.exec(first.output())![1]!
  expect((await fetch(scan)).status).toBe(200)

  // A second one on the same data is refused instead of stopping the first one's database.
  const second = startProduct({ ...settings, PORT: String(await freePort()) })
  expect(await second.exited).toBe(1)
  expect(second.output()).toMatch(/Tvarit already runs on .* \(process \d+\)/)

  const pressed = await fetch(`http://127.0.0.1:${port}/api/scan/${scan.split('/').at(-1)}/alerts/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan_id: crypto.randomUUID() }),
  })
  expect(pressed.status).toBe(201)
  const { id } = (await pressed.json()) as { id: number }
  first.child.kill('SIGKILL')
  await first.exited

  const again = startProduct(settings)
  await until('it is ready again', () => again.output().includes('Tvarit is ready'), 60_000)
  const login = await fetch(`http://127.0.0.1:${port}/api/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin@tvarit.example', password: 'tvarit-demo' }),
  })
  const { access } = (await login.json()) as { access: string }
  const alert = await fetch(`http://127.0.0.1:${port}/api/qr/alerts/${id}/`, {
    headers: { authorization: `Bearer ${access}` },
  })
  expect(alert.status).toBe(200)

  again.child.kill('SIGINT')
  expect(await again.exited).toBe(0)
  const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  expect(left).not.toContain(path.join(folder, 'data'))
}, 180_000)
