import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../harness/api.ts'
import { until } from '../harness/until.ts'

const root = path.join(import.meta.dirname, '../..')

function runDrill(options: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/drill-busy.ts'), ...options], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  return { output: () => output, exited }
}

test('a busy hour in seconds: alerts are worked on, and the report has times and open alerts', async () => {
  const port = String(await freePort())
  const drill = runDrill(['--alerts', '8', '--minutes', '0.25'], { PORT: port })
  await until('it begins', () => drill.output().includes('The busy hour begins: 8 alerts in 0.25 minutes.'))
  const url = `http://127.0.0.1:${port}`
  const login = { login: 'asha@tvarit.example', password: 'tvarit-demo' }
  const { access } = (await call(url, '/api/users/login/', { body: login })).body as { access: string }
  const open = async () =>
    (await call(url, '/api/qr/alerts/?status=PENDING', { access })).body.results as {
      id: number
      report_count: number
    }[]
  const id = await until('the first alert is there', async () => (await open())[0]?.id)
  const body = { outside_provider: '108' }
  expect(await call(url, `/api/qr/alerts/${id}/dispatch/`, { body, access })).toMatchObject({ status: 201 })
  await until('an accident was reported twice', async () =>
    (await open()).some(({ report_count }) => report_count === 2),
  )
  expect(await drill.exited).toBe(0)
  const report = drill.output().slice(drill.output().indexOf('Busy hour:'))
  expect(report).toMatch(/Press to alert on a console +8 of 8 +median \d+ ms +9 of 10 within \d+ ms/)
  expect(report).toMatch(/Press to claim +1 of 8/)
  expect(report).toMatch(/Press to ambulance sent +1 of 8/)
  expect(report).toMatch(/Still open: 8, of them not claimed: 7/)
  // The next provider has sent what the dead one did not.
  expect(report).toMatch(/Messages that failed for good: 0/)
})

test.each([
  ['NODE_ENV', 'production'],
  ['DATABASE_URL', 'postgres://tvarit@db.example/tvarit'],
])('with %s=%s the drill does not start', async (name, value) => {
  const drill = runDrill([], { [name]: value })
  expect(await drill.exited).toBe(1)
  expect(drill.output()).toMatch(/^The drill makes an installation of its own and never touches a real one: .*\n$/)
})
