import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { short } from './statistics.ts'
import type { Verdict } from './verdicts.ts'

/**
 * `npm run bench -- NAME`: a benchmark with its peer or floor in the same run. Options behind the name are its own
 * (`npm run bench -- lists --subscribers 5000000`). Without a name those of `DAILY`, one after the other: about half an hour.
 * The table of their targets goes into docs/benchmarks.md. The machine should have nothing else to do. Exit code 1 when a
 * target is missed.
 */
const DAILY = ['alerts', 'attacked', 'messages', 'accounts', 'bulk-beside', 'bulk', 'scan-page']
const NAMES = [...DAILY, 'loss', 'board', 'lists', 'capacity', 'decade']
const args = process.argv.slice(2)
const end = args.findIndex((arg) => arg.startsWith('-'))
const names = end < 0 ? args : args.slice(0, end)
const options = end < 0 ? [] : args.slice(end)
const unknown = names.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.`)
const root = path.join(import.meta.dirname, '../..')
const file = path.join(root, 'docs/benchmarks.md')
const BEGIN = '<!-- the table of npm run bench begins -->'
const END = '<!-- the table of npm run bench ends -->'

for (const name of names.length > 0 ? names : DAILY) {
  const out = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-bench-')), 'out.json')
  console.log(`\n=== npm run bench -- ${name}`)
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...options, '--out', out], {
      stdio: 'inherit',
    })
    child.on('exit', resolve)
  })
  if (!fs.existsSync(out)) {
    console.log(`${name} ended with ${code} and measured nothing`)
    process.exitCode = 1
    continue
  }
  const { verdicts } = JSON.parse(fs.readFileSync(out, 'utf8')) as { verdicts: Verdict[] }
  if (verdicts.some(({ ok }) => !ok)) process.exitCode = 1
  write(name, verdicts)
}

/** Replaces the rows of one benchmark and leaves those of the others. */
function write(name: string, verdicts: Verdict[]): void {
  const text = fs.readFileSync(file, 'utf8')
  const [before, rest] = text.split(BEGIN) as [string, string]
  const [table, after] = rest.split(END) as [string, string]
  const kept = table.split('\n').filter((line) => line.startsWith('| `') && !line.startsWith(`| \`${name}\` |`))
  const day = new Date().toISOString().slice(0, 10)
  const mine = verdicts.map(
    ({ target, measured, rule, limit, ok }) =>
      `| \`${name}\` | ${target} | ${short(measured)} | ${rule} ${limit} | ${ok ? 'yes' : '**no**'} | ${day} |`,
  )
  const head = ['| bench | target | measured | limit | reached | on |', '|---|---|---|---|---|---|']
  fs.writeFileSync(file, [before + BEGIN, '', ...head, ...kept, ...mine, '', END + after].join('\n'))
}
