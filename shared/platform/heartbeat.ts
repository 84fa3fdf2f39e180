import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const manifest = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** How often a process reports itself. */
export const REPORT_EVERY_MS = 5_000

/** Who this process is, for as long as it lives. */
export const thisProcess = (kind: 'server' | 'worker') => ({
  id: randomUUID() as string,
  kind,
  host: os.hostname(),
  pid: process.pid,
  version: manifest.version,
})
