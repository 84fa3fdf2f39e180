import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { createOtherTables } from './arms.ts'
import { createStaff, createStickers, startBenchDatabase } from './bench-database.ts'
import { LossArm } from './loss-arm.ts'
import { doubledAlerts, killOneListener, slowTransactions, unknownScans, weaken } from './loss-database.ts'
import { nowMs, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * Does every screen get every acknowledged alert while servers are killed and LISTEN connections cut? Ours and the stock
 * way run side by side and suffer the same kills at the same moments. Exit code 0: ours lost nothing, the stock way did.
 * 1: ours lost or doubled something. 2: the stock way lost nothing either, so the run proves nothing.
 * With --weaken our numbering is spoiled in the database and the exit code is 0 only if that is noticed.
 */
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '170' },
    rate: { type: 'string', default: '18' },
    light: { type: 'string', default: '90' },
    stock: { type: 'string', default: '20' },
    kills: { type: 'string', default: '50' },
    'listener-kills': { type: 'string', default: '30' },
    weaken: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const seconds = Number(flags.seconds)
const rate = Number(flags.rate)

await buildWebClient().catch((error: Error) => console.error(error.message))
const bench = await startBenchDatabase()
const report = new Report()
try {
  await run()
} finally {
  await bench.stop()
}
process.exit()

async function run(): Promise<void> {
  await createOtherTables(bench)
  const light = Number(flags.light)
  const stock = Number(flags.stock)
  const tokens = await createStaff(bench, light + stock)
  const stickers = await createStickers(bench, Math.ceil(seconds * rate * 1.2) + 100)
  await slowTransactions(bench, flags.weaken ? 30 : 8)
  if (flags.weaken) await weaken(bench)
  // Killed and cut on purpose: their complaints are expected.
  const quiet = { LOG_LEVEL: process.env.BENCH_LOG ?? 'silent' }
  const shared = { bench, tokens, stickers, light, stock }
  const ours = new LossArm({ ...shared, name: 'ours', environment: quiet })
  const other = new LossArm({ ...shared, name: 'stock', environment: { ...quiet, HOLD_MS: '30' } })
  const arms = [ours, other]
  await Promise.all(arms.map((arm) => arm.start()))

  console.log(`${seconds} s, ${rate} alerts/s, ${light + stock} screens on two servers in each arm`)
  const listenerKills = await chaos(arms)
  const found = await Promise.all(arms.map((arm) => arm.settle()))
  const [doubled, unknown] = [await doubledAlerts(bench), await unknownScans(bench, ours.ledger.scanIds())]
  await Promise.all(arms.map((arm) => arm.stop()))

  const rows = arms.map((arm, index) => ({
    arm: arm.name,
    alerts: arm.ledger.alertIds().length,
    deliveries: String(found[index]!.expected),
    lost: String(found[index]!.lost),
    'lost %': (found[index]!.lost / found[index]!.expected) * 100,
    'visible duplicates': String(found[index]!.duplicates),
    'server kills': String(arm.kills),
    'LISTEN kills': String(listenerKills[index]),
    'screens lost their socket': String(found[index]!.reconnects),
    'presses retried': String(arm.ledger.retries),
  }))
  printTable('Acknowledged alerts on every screen', rows)
  const [mine, theirs] = [found[0]!, found[1]!]
  if (mine.lost > 0) console.log('missing, for example:', mine.examples.join(', '))
  Object.assign(report.data, { rows, found, doubled, unknown })
  judge(mine.lost, theirs.lost)

  function judge(lost: number, stock_lost: number): void {
    if (flags.weaken) {
      report.judge('deliveries the weakened build loses', lost, 'at least', 1)
      return report.finish(flags.out)
    }
    report.judge('lost deliveries', lost, 'at most', 0)
    report.judge('visible duplicates', mine.duplicates, 'at most', 0)
    report.judge('presses that were never acknowledged', ours.unanswered(), 'at most', 0)
    report.judge('scan_ids that were answered with two alerts', ours.ledger.doubled(), 'at most', 0)
    report.judge('stickers pressed once with two alerts', doubled, 'at most', 0)
    report.judge('acknowledged presses the database does not know', unknown, 'at most', 0)
    report.judge('server kills', ours.kills, 'at least', Math.floor(Number(flags.kills) * 0.8))
    report.judge('LISTEN kills', listenerKills[0]!, 'at least', Math.floor(Number(flags['listener-kills']) * 0.7))
    report.finish(flags.out)
    if (stock_lost === 0) {
      console.log('INVALID: the stock way lost nothing, so this run proves nothing')
      process.exitCode = 2
    }
  }
}

/** Presses at a fixed rate while servers and LISTEN connections die. Returns how many of the latter, per arm. */
async function chaos(arms: LossArm[]): Promise<number[]> {
  const killEvery = (seconds * 1_000) / (Number(flags.kills) * 1.1)
  const cutEvery = (seconds * 1_000) / Number(flags['listener-kills'])
  const cut = [0, 0]
  const begin = nowMs()
  const until = begin + seconds * 1_000
  const presses = (async () => {
    for (let count = 0; nowMs() < until; count++) {
      const early = begin + (count * 1_000) / rate - nowMs()
      if (early > 0) await wait(early)
      for (const arm of arms) arm.press()
    }
  })()
  const kills = (async () => {
    for (let turn = 0; ; turn++) {
      await wait(killEvery * (0.6 + Math.random() * 0.8))
      if (nowMs() > until - 1_000) return
      // Mostly one of the two; each tenth time both at once.
      const victims = turn % 10 === 9 ? [0, 1] : [turn % 2]
      for (const victim of victims) for (const arm of arms) arm.kill(victim)
    }
  })()
  const cuts = (async () => {
    for (;;) {
      await wait(cutEvery * (0.6 + Math.random() * 0.8))
      if (nowMs() > until) return
      for (const [index, name] of ['tvarit-live', 'stock-live'].entries()) {
        cut[index]! += await killOneListener(bench, name).catch(() => 0)
      }
    }
  })()
  await Promise.all([presses, kills, cuts])
  return cut
}
