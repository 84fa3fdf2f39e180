import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { short } from './statistics.ts'
import type { Verdict } from './verdicts.ts'

/**
 * `npm run bench`: these benchmarks one after the other, each with its peer or floor in the same run, and the table of their
 * targets into docs/benchmarks.md. About half an hour; the machine should have nothing else to do. Exit code 1 when a
 * target is missed. Names behind `--` run only these: `npm run bench -- messages accounts`.
 */
const ALL = [
  'alerts',
  'attacked',
  'messages',
  'accounts',
  'bulk-beside',
  'bulk',
  'positions',
  'nearest',
  'places',
  'figures',
  'scan-page',
]
const wanted = process.argv.slice(2)
const root = path.join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const file = path.join(root, 'docs/benchmarks.md')
const BEGIN = '<!-- the table of npm run bench begins -->'
const END = '<!-- the table of npm run bench ends -->'

for (const name of ALL) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const out = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-bench-')), 'out.json')
  console.log(`\n=== npm run bench:${name}`)
  const script = /node (\S+)/.exec(scripts[`bench:${name}`]!)![1]!
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [path.join(root, script), '--out', out], { stdio: 'inherit' })
    child.on('exit', resolve)
  })
  if (!fs.existsSync(out)) {
    console.log(`bench:${name} ended with ${code} and measured nothing`)
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
  const head = ['| bench: | target | measured | limit | reached | on |', '|---|---|---|---|---|---|']
  fs.writeFileSync(file, [before + BEGIN, '', ...head, ...kept, ...mine, '', END + after].join('\n'))
}
