import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresImage } from '../cluster/postgres-image.ts'
import { fingerprint, type OwnPostgres, startOwnPostgres } from '../harness/own-postgres.ts'
import { readSecrets } from '../../scripts/dev-secrets.ts'
import { documentedCommands } from './documented-commands.ts'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)
const commands = documentedCommands('From the embedded PostgreSQL to another').split('\n')

let folder: string
let external: OwnPostgres
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-move-'))
  fs.chmodSync(folder, 0o755)
  external = await startOwnPostgres()
  const tools = fs.mkdtempSync(path.join(folder, 'tools-'))
  // The tools of a container with version 18, as if they were installed here.
  const image = postgresImage()
  for (const tool of ['pg_dump', 'pg_restore']) {
    const command = `exec docker run --rm --interactive --network host --entrypoint ${tool} ${image} "$@"`
    fs.writeFileSync(path.join(tools, tool), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  }
  const app = new URL(external.url)
  app.username = 'moved_app'
  const { secret_key } = readSecrets(folder)
  env = {
    PATH: `${tools}:${process.env.PATH}`,
    HOME: process.env.HOME,
    DATA_DIR: folder,
    SECRET_KEY: secret_key,
    DATABASE_OWNER_URL: external.url,
    DATABASE_URL: app.href,
  }
})
afterAll(async () => {
  await external?.[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('the documented commands move an embedded database as it is into an external one', async () => {
  const { postgres_password: password } = readSecrets(folder)
  const embedded = await startEmbeddedPostgres({
    dir: path.join(folder, 'postgres'),
    port: await freePort(),
    password,
    database: 'tvarit',
  })
  const filled = { ...env, DATABASE_OWNER_URL: '', DATABASE_URL: embedded.url, DEMO_DATA: '1' }
  await run(process.execPath, ['scripts/migrate.ts'], { cwd: root, env: filled })
  const before = await fingerprint(embedded.url)
  await embedded.stop()
  const [move, ...after] = commands
  await run('sh', ['-c', move!], { cwd: root, env })
  expect(await fingerprint(external.url)).toEqual(before)
  const { stdout } = await run('sh', ['-ec', after.join('\n')], { cwd: root, env })
  expect(stdout).toMatch(/[1-9]\d* sealed values are open/)
})

test('a database that is not empty is left as it is', async () => {
  const before = await fingerprint(external.url)
  const [move] = commands
  await expect(run('sh', ['-c', move!], { cwd: root, env })).rejects.toThrow('already exists')
  expect(await fingerprint(external.url)).toEqual(before)
})
