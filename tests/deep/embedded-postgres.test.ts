import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import pg from 'pg'
import { expect, test } from 'vitest'

test('PostgreSQL starts again although a query of the killed one is still running', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-orphan-'))
  fs.chmodSync(folder, 0o755)
  const place = { dir: path.join(folder, 'pg'), port: await freePort(), password: 'test', database: 'tvarit' }
  const first = await startEmbeddedPostgres(place)
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  const ended = new Promise<void>((resolve) => client.on('end', resolve))
  // Nothing in this query looks whether the postmaster lives.
  const busy = client.query('select count(*) from generate_series(1, 4000000) a where a % 7 = 3')
  busy.catch(() => {})
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startEmbeddedPostgres(place)
  try {
    await ended
    const again = new pg.Client({ connectionString: second.url })
    await again.connect()
    expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await again.end()
  } finally {
    await second.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('a folder that PostgreSQL may not enter is named with what to do', async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-closed-'))
  const place = { dir: path.join(closed, 'pg'), port: await freePort(), password: 'test', database: 'tvarit' }
  const started = startEmbeddedPostgres(place)
  // Only root runs PostgreSQL as someone else.
  if (process.getuid!() === 0)
    await expect(started).rejects.toThrow(`cannot enter ${closed}: run "chmod o+x ${closed}"`)
  else await (await started).stop()
  fs.rmSync(closed, { recursive: true, force: true })
})

test('PostgreSQL says that its port is taken also when the program that has it never answers', async () => {
  const silent = net.createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-taken-'))
  fs.chmodSync(folder, 0o755)
  try {
    const started = startEmbeddedPostgres({ dir: path.join(folder, 'pg'), port, password: 'test', database: 'tvarit' })
    await expect(started).rejects.toThrow(/ended while starting[^]*Address already in use/)
  } finally {
    silent.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
