import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkKeys } from '@tvarit/shared/domain/operations/keys/check-keys'
import { rotateKeys } from '@tvarit/shared/domain/operations/keys/rotate-keys'
import { pushKey } from '@tvarit/shared/domain/on-call/push/push-key'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })
await pushKey(world.ctx())
const root = path.join(import.meta.dirname, '../..')
const ANOTHER = 'another-secret-key-another-secret-key'
const WRONG_KEY = /^Wrong setting\. SECRET_KEY: does not open the data of this installation: [^\n]*\n$/

test.each(['server/main.ts', 'worker/main.ts', 'scripts/migrate.ts'])(
  '%s with another SECRET_KEY says so in one sentence and ends with 1',
  (file) => {
    const env = { PATH: process.env.PATH, ...world.environment, SECRET_KEY: ANOTHER }
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, file)], { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(WRONG_KEY)])
  },
)

test('a server that starts without its database looks at the keys when it is there', async () => {
  const database = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  onTestFinished(() => database.close())
  const through = database.through(world.config.DATABASE_URL)
  const { target } = database
  database.target = null
  const own = { SECRET_KEY: ANOTHER, DATABASE_URL: through, DATABASE_SESSION_URL: through, LOG_LEVEL: 'info' }
  const env = { PATH: process.env.PATH, ...world.environment, ...own }
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let [output, complaint] = ['', '']
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
  await until('it is there', () => output.includes('server ready'))
  database.target = target
  expect([await ended, complaint]).toEqual([1, expect.stringMatching(WRONG_KEY)])
})

test('each step of a change of SECRET_KEY opens the data, and one that comes too early does not', async () => {
  const { db } = world.ctx()
  const first = world.config.SECRET_KEY
  const check = (SECRET_KEY: string, ...SECRET_KEYS_BEFORE: string[]) =>
    checkKeys(db, { SECRET_KEY, SECRET_KEYS_BEFORE })
  await check(first, ANOTHER)
  await check(ANOTHER, first)
  await expect(check(ANOTHER)).rejects.toThrow('npm run keys:rotate')
  const config = { ...world.config, SECRET_KEY: ANOTHER, SECRET_KEYS_BEFORE: [first] }
  await rotateKeys({ ctx: { db, config }, report: () => {} })
  await check(ANOTHER)
  await expect(check(first)).rejects.toThrow('SECRET_KEY')
})

test('a server without a built web client says in one sentence what to do', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-unbuilt-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const filter = (file: string) => !/\/(node_modules|dist)$/.test(file)
  for (const part of ['server', 'web', 'package.json'])
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true, filter })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const env = { PATH: process.env.PATH, ...world.environment, SECRET_KEY: ANOTHER }
  const main = path.join(folder, 'server/main.ts')
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'The scripts of the public pages are not built: run npm run build.\n'])
})
