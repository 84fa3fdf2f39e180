import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@tvarit/shared/platform/settings/config'
import { runScan } from '@tvarit/worker/synthetic/run-scan'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { World } from './world.ts'

/** Synthetic checks of a world, and a dead-man service that counts heartbeats; before each test none was made and one is due. */
export function syntheticChecks(world: World) {
  let heartbeats = 0
  const deadMansSwitch = createServer((_request, response) => {
    heartbeats += 1
    response.end()
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => deadMansSwitch.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    deadMansSwitch.close()
  })
  beforeEach(async () => {
    heartbeats = 0
    await world.empty('synthetic_scans')
    await sql`update synthetic_watch set next_at = now(), failures = 0, told_at = null`.execute(world.db)
  })

  const ctx = (settings: Partial<Config> = {}) => {
    const base = world.ctx()
    const HEARTBEAT_URL = `http://127.0.0.1:${(deadMansSwitch.address() as AddressInfo).port}/`
    return { ...base, config: { ...base.config, SYNTHETIC_SCAN_MINUTES: 5, HEARTBEAT_URL, ...settings } }
  }

  const scans = () => world.db.selectFrom('synthetic_scans').selectAll().orderBy('id').execute()
  const due = () => sql`update synthetic_watch set next_at = now()`.execute(world.db)

  /** A scan now, whose stages may each take so long. */
  async function scan(settings: Partial<Config> = {}, stage_ms = 15_000) {
    await due()
    await runScan({ ctx: ctx(settings), stage_ms })
    return (await scans()).at(-1)!
  }

  return { ctx, scans, scan, heartbeats: () => heartbeats }
}
