/** All checks, two at a time, to the last also when one fails. Prints what the failing ones say, and ends with 1. */
import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { root } from './source-files.ts'

const CHECKS = [
  'oxfmt --check .',
  'oxlint --type-aware --deny-warnings',
  'tsc -p .',
  'tsc -p server/pages/client',
  'tsc -p web',
  'tsc -p tests',
  ...['docs', 'words', 'migrations', 'lock', 'licences', 'budgets'].map((name) => `node scripts/check-${name}.ts`),
]

/** Runs one, and says whether it passed. */
async function passes(command: string): Promise<boolean> {
  const begin = performance.now()
  const child = spawn(command, { shell: true, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const code = await new Promise((ended) => child.on('close', ended))
  const seconds = Math.round((performance.now() - begin) / 1000)
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${command}  ${seconds} s`)
  if (code !== 0) process.stderr.write(Buffer.concat(said))
  return code === 0
}

const waiting = [...CHECKS]
async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await passes(next))) process.exitCode = 1
}
await Promise.all([work(), work()])
