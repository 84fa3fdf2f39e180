import path from 'node:path'
import { NODE_FLAGS } from '@tvarit/server/node-flags'
import { freePort } from '@tvarit/shared/platform/free-port'
import type { BenchDatabase } from './bench-database.ts'
import { SECRET_KEY } from './bench-database.ts'
import { startProcess, type Started } from './processes.ts'

export type ArmName = 'ours' | 'floor' | 'stock'

const FILES: Record<ArmName, string> = {
  ours: path.join(import.meta.dirname, '../../server/main.ts'),
  floor: path.join(import.meta.dirname, 'floor-server.ts'),
  stock: path.join(import.meta.dirname, 'stock-server.ts'),
}

export interface ServerProcess extends Started {
  url: string
}

/** One fresh server process of an arm, ready to serve. `port` keeps the address of a server that was killed. */
export async function startArm(
  name: ArmName,
  bench: BenchDatabase,
  options: { port?: number; environment?: Record<string, string>; profile?: string | undefined } = {},
): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const started = await startProcess(FILES[name], {
    profile: options.profile,
    flags: name === 'ours' ? NODE_FLAGS : [],
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      SECRET_KEY,
      TRUST_PROXY: '1',
      ...options.environment,
    },
  })
  return { ...started, url: `http://127.0.0.1:${port}` }
}

/** The tables of the arms we compare with. */
export async function createOtherTables(bench: BenchDatabase): Promise<void> {
  await bench.pool.query(`
    create table floor_alerts (id bigserial primary key, body jsonb not null, at timestamptz not null default now());
    create table stock_alerts (id bigserial primary key, scan_id uuid not null unique, event text not null,
      at timestamptz not null default now())`)
}
