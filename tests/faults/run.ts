import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { FaultLine } from '../harness/fault-row.ts'

/**
 * `npm run faults [-- names]`: every fault with more kills, longer outages and 5,000 sockets than in `npm test`, one
 * table at the end. A run of all of them writes docs/faults.md. Exit code 0: nothing acknowledged was lost or doubled.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
})
const root = path.join(import.meta.dirname, '../..')
const table = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-faults-')), 'table.jsonl')
fs.writeFileSync(table, '')
const all = positionals.length === 0
const names = all ? ['faults/'] : positionals.map((name) => `faults/${name}`)
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--root', 'tests', '--retry', '0', '--maxWorkers', '2', '--exclude', 'faults/fuzz.test.ts', ...names],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FAULT_ROUNDS: values.rounds, FAULT_TABLE: table } },
)
const lines = fs
  .readFileSync(table, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as FaultLine)
  .toSorted((a, b) => a.row - b.row)
fs.rmSync(path.dirname(table), { recursive: true })

const cells = lines.map((line) => [
  String(line.row),
  line.fault,
  line.promised,
  line.happened,
  line.acknowledged === null ? '' : String(line.acknowledged),
  String(line.lost),
  String(line.doubles),
  line.seconds.toFixed(0),
])
const INTRO = `The same tests run shorter in \`npm test\`. \`npm run faults:weakened\` shows that each test fails on a mutation: a build with that
safeguard removed. Everything is counted outside the system: what was acknowledged, compared with database, consoles and carrier.
`
/** What the rows do not say. */
const NOTES = `| row | limit of the test |
| --- | --- |
| 10 | a socket stops reading, not a browser |
| 15 | each failure is tried with ten messages at once |
| 17 | the database's disk is not really full: each insert fails with its error; for files a limit of the kernel stands in |
| 21 | the office's pool only |
| 27 | the calls are messages that the fake carrier took |
| 30 | ten minutes of load; a day of it was asked for and was never run |
| 36 | the clock is not changed: every moment in the database is moved |
| 39 | the name is lost in the process, not in a DNS server; \`npm run test:containers\` takes the database's container away |`

const head = ['row', 'fault', 'promised', 'happened', 'acknowledged', 'lost', 'doubles', 'seconds']
const text = [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
console.log(`\n${text}\n`)
if (all && status === 0) {
  const page = path.join(root, 'docs/faults.md')
  // Written by hand from another command.
  const cluster = /\n## Cluster\n[^]*$/.exec(fs.readFileSync(page, 'utf8'))?.[0] ?? ''
  fs.writeFileSync(
    page,
    `# Faults\n\nWhat the product promises when something breaks, and what happened. Written by \`npm run faults -- --rounds ${values.rounds}\`.\n${INTRO}\n${NOTES}\n\n${text}\n${cluster}`,
  )
}
process.exitCode = status ?? 1
