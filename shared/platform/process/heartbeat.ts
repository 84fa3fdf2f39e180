import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { BUILD_NAME } from '../settings/build.ts'

/** How often a process reports itself. */
export const REPORT_EVERY_MS = 5_000

/** Who this process is, for as long as it lives. */
export const thisProcess = (kind: 'server' | 'worker') => ({
  id: randomUUID() as string,
  kind,
  host: os.hostname(),
  pid: process.pid,
  version: BUILD_NAME,
})
