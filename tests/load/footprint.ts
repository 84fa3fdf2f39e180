import fs from 'node:fs'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { cpuSeconds, printTable, residentMb } from './harness.ts'
import { pressAll } from './presses.ts'
import {
  type BenchDatabase,
  createStaff,
  createStickers,
  startBenchDatabase,
  startProcess,
  startServer,
  startWorker,
} from './product.ts'
import { until } from '../harness/until.ts'
import type { Taken } from './screens-process.ts'

/** What one server and one worker hold, and what this machine carries at half its processors (docs/capacity.md). */
export async function measureFootprint({ seconds }: { seconds: number }): Promise<void> {
  await using bench = await startBenchDatabase()
  const carrier = await startFakeCarrier()
  await using server = await startServer(bench)
  await using worker = await startWorker(bench, carrierSettings(carrier, ['twilio']))
  await using screens = await startProcess('screens-process.ts')
  const rows: Holding[] = [
    await holding(bench, 'worker', worker.pid, ['tvarit-worker', 'tvarit-relay', 'tvarit-queue']),
  ]
  const server_names = ['tvarit-server', 'tvarit-alerts', 'tvarit-live', 'tvarit-live-reader']
  rows.push(await holding(bench, 'server, no console', server.pid, server_names))
  const consoles = 1_000
  await screens.ask('open', { count: consoles, urls: [server.url], tokens: await createStaff(bench, consoles) })
  const stickers = await createStickers(bench, PER_SECOND * seconds)
  const before = cpuSeconds(server.pid)
  const wal = await readDisk(bench)
  const presses = await pressAll([server.url], stickers, PER_SECOND)
  let delivered = 0
  await until('every console has every alert', async () => {
    for (const { count } of (await screens.ask<Taken>('take')).seen.values()) delivered += count
    return delivered >= presses.length * consoles
  })
  const cpu_us = ((cpuSeconds(server.pid) - before) * 1e6) / delivered
  rows.push(
    await holding(bench, `server, ${consoles} consoles, ${PER_SECOND} alerts a second`, server.pid, server_names),
  )
  printTable('What a process holds', rows as unknown as Record<string, string | number>[])
  printTable(
    `Computed from ${cpu_us.toFixed(1)} us of a server for each change to a console`,
    [2, 4, 8].map((cores) => glance(cores, cpu_us)),
  )
  const disk = await readDisk(bench)
  printTable('What an alert writes, without the work on it', [
    {
      'log of the database (WAL), KB': Math.round((disk.wal - wal.wal) / 1024 / presses.length),
      'entries of the audit log': (disk.entries - wal.entries) / presses.length,
      'bytes of an entry, without indexes': Math.round(disk.entry_bytes),
    },
  ])
  await carrier.close()
}

async function readDisk({ pool }: BenchDatabase): Promise<{ wal: number; entries: number; entry_bytes: number }> {
  const { rows } = await pool.query<{ wal: number; entries: number; entry_bytes: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, count(*)::int as entries,
      coalesce(avg(pg_column_size(a)), 0)::float8 as entry_bytes from audit_log a`,
  )
  return rows[0]!
}

const PER_SECOND = 10
/** Changes of an alert in its first minute, with those of its messages and of its ambulance. */
const CHANGES = 10
const CONSOLES = 300
/** The counter's changes a second with a standby 2 ms away, whatever the cores. */
const COUNTER = 371

/**
 * One core for the database, one for the worker (they share with the only server on two cores), each of the others a
 * server that is half busy.
 */
export function glance(cores: number, cpu_us: number): Record<string, string | number> {
  const servers = Math.max(1, cores - 2)
  const changes = (servers * 0.5 * 1e6) / cpu_us
  return {
    cores,
    servers,
    'changes to consoles a second': Math.round(changes),
    [`alerts a second at ${CONSOLES} consoles`]: Math.floor(Math.min(changes / CONSOLES, COUNTER) / CHANGES),
    'consoles at 1 alert a second': Math.floor(changes / CHANGES),
  }
}

interface Holding {
  process: string
  'file descriptors': number
  'memory, MB': number
  'connections to the database': number
}

async function holding(bench: BenchDatabase, name: string, pid: number, applications: string[]): Promise<Holding> {
  const { rows } = await bench.pool.query<{ n: number }>(
    'select count(*) as n from pg_stat_activity where application_name = any($1)',
    [applications],
  )
  return {
    process: name,
    'file descriptors': fs.readdirSync(`/proc/${pid}/fd`).length,
    'memory, MB': Math.round(residentMb(pid)),
    'connections to the database': rows[0]!.n,
  }
}
