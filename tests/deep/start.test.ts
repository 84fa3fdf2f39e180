import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { startProduct } from '../harness/start-product.ts'
import { until } from '../harness/until.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-start-'))
fs.chmodSync(folder, 0o755)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function rejected(settings: Record<string, string>): Promise<string> {
  const product = startProduct({ DATA_DIR: path.join(folder, 'rejected'), ...settings })
  expect(await product.exited).toBe(1)
  return product.output().trim()
}

test('a taken port is one clear sentence and exit code 1', async () => {
  const blocker = net.createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const { port } = blocker.address() as net.AddressInfo
  expect(await rejected({ PORT: String(port) })).toBe(
    `Port ${port} is taken: stop whatever uses it or choose another with PORT.`,
  )
  await new Promise((resolve) => blocker.close(resolve))
})

test('wrong settings are all named in one line, and production needs its own SECRET_KEY', async () => {
  const output = await rejected({ PORT: 'many', ON_CALL_NUMBERS: '12', MAP_TILE_URL: 'https://tiles.example/{z}.png' })
  expect(output).toMatch(/^Wrong setting\. .*PORT.*$/)
  for (const name of ['ON_CALL_NUMBERS', 'MAP_TILE_URL']) expect(output).toContain(name)
  const twilio = { SMS_PROVIDERS: 'twilio', TWILIO_ACCOUNT_SID: 'a', TWILIO_AUTH_TOKEN: 'b', TWILIO_FROM: 'c' }
  const secure = { NODE_ENV: 'production', PUBLIC_URL: 'https://x.example', ...twilio }
  expect(await rejected(secure)).toBe('Wrong setting. SECRET_KEY: is missing.')
})

test('a data folder that cannot be written is one clear sentence and exit code 1', async () => {
  const file = path.join(folder, 'a-file')
  fs.writeFileSync(file, '')
  const output = await rejected({ DATA_DIR: path.join(file, 'data') })
  expect(output).toBe(`The data folder ${file}/data cannot be written (ENOTDIR): choose another with DATA_DIR.`)
})

test('a database that cannot be reached is one clear sentence', async () => {
  const output = await rejected({ PORT: String(await freePort()), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' })
  expect(output).toMatch(/The database of DATABASE_URL cannot be reached: check the address and that it runs\.$/)
})

test('it starts in an empty folder and restarts on the same data after everything is killed', async () => {
  expect(inject('web_problem')).toBe('')
  const port = String(await freePort())
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: port }
  const first = startProduct(settings)
  await until('it is ready', () => first.output().includes('Tvarit is ready'))
  expect(first.output()).toMatch(/admin +admin@tvarit\.example +password/)
  const scan = /a sticker to scan +(\S+)/.exec(first.output())![1]!
  expect((await fetch(scan)).status).toBe(200)

  // A second one on the same data is rejected instead of stopping the first one's database.
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
  await until('it is ready again', () => again.output().includes('Tvarit is ready'))
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
})

test('a worker that cannot stay alive never takes the button down, and works as soon as it can', async () => {
  const metrics = await freePort()
  // The worker's port is the one after the server's.
  const blocker = net.createServer()
  await new Promise<void>((resolve) => blocker.listen(metrics + 1, '127.0.0.1', resolve))
  const port = String(await freePort())
  const product = startProduct({ DATA_DIR: path.join(folder, 'no-worker'), PORT: port, METRICS_PORT: String(metrics) })
  await until('the pauses have grown', () =>
    product.output().includes('The worker ended (1) and is started again in 2 s.'),
  )
  const scan = /a sticker to scan +(\S+)/.exec(product.output())![1]!
  expect((await pressOnce(port, scan.split('/').at(-1)!)).status).toBe(201)
  await new Promise((resolve) => blocker.close(resolve))
  await until('the relatives are notified', async () =>
    (await (await fetch(`http://127.0.0.1:${port}/api/dev/messages`)).text()).includes('relative_alert'),
  )
  product.child.kill('SIGINT')
  expect(await product.exited).toBe(0)
})

test('a killed PostgreSQL restarts on the same data, and a report meanwhile is accepted', async () => {
  const data = path.join(folder, 'killed-database')
  const port = String(await freePort())
  const product = startProduct({ DATA_DIR: data, PORT: port })
  onTestFinished(() => void product.child.kill('SIGINT'))
  await until('it is ready', () => product.output().includes('Tvarit is ready'))
  const scan = /a sticker to scan +(\S+)/.exec(product.output())![1]!
  const postmaster = () => Number(fs.readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  for (const _ of [1, 2]) {
    process.kill(postmaster(), 'SIGKILL')
    await until('its end is noticed', () => product.output().includes('PostgreSQL ended'))
    // It waits for 8 s; a start that takes longer gets 503, and the bystander's page sends the same report again.
    const scan_id = crypto.randomUUID()
    const taken = async () => {
      const { status } = await pressOnce(port, scan.split('/').at(-1)!, scan_id)
      expect([status, status === 201 || status === 503 ? '' : product.output()]).toEqual([expect.any(Number), ''])
      return status === 201
    }
    await until('the report is taken', taken)
  }
  product.child.kill('SIGINT')
  expect(await product.exited).toBe(0)
})

function pressOnce(port: string, token: string, scan_id: string = crypto.randomUUID()): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/scan/${token}/alerts/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan_id }),
  })
}
