/**
 * `npm run lighthouse [-- /register]`: the product on a database of its own, and Lighthouse (mobile) over its public pages. Fails below 95 in
 * a category. Lighthouse comes by npm at this version and is no dependency (176 MB); Chromium is the machine's, or
 * CHROMIUM_PATH. The scan page is kept out of search engines, so its SEO is not judged.
 */
import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { root } from './source-files.ts'

const VERSION = '13.5.0'
const LEAST = 95
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Score = Record<(typeof CATEGORIES)[number], number>

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-lighthouse-'))
// PostgreSQL runs as another user where this is root.
fs.chmodSync(folder, 0o755)
const port = await freePort()
const product = spawn(process.execPath, ['scripts/start.ts'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((resolve) => product.once('exit', resolve))
try {
  const scan = await stickerAddress()
  const all = ['/', '/register', '/userlogin', '/login', new URL(scan).pathname]
  const pages = all.filter((page) => process.argv.length < 3 || process.argv.includes(page))
  console.log(`| page | ${CATEGORIES.join(' | ')} |\n|---|---|---|---|---|`)
  for (const page of pages) {
    const judged = CATEGORIES.filter((category) => category !== 'seo' || !page.startsWith('/s/'))
    const runs: Score[] = []
    for (let run = 1; run <= RUNS; run += 1) runs.push(await measure(page))
    const cells = CATEGORIES.map((category) => {
      if (!judged.includes(category)) return 'not judged'
      // The middle of three: a busy machine slows one run, never all.
      const score = runs.map((each) => each[category]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!
      if (score < LEAST) process.exitCode = 1
      return String(score)
    })
    console.log(`| ${page.startsWith('/s/') ? 'scan page' : page} | ${cells.join(' | ')} |`)
  }
} finally {
  product.kill('SIGTERM')
  await ended
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The product has said that it is ready; it names a sticker of its demo people. */
function stickerAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    product.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, address] = /a sticker to scan +(\S+)/.exec(said) ?? []
      if (address && said.includes('Ctrl-C')) resolve(address)
    })
    product.once('exit', () => reject(new Error(`The product did not start: ${said}`)))
  })
}

async function measure(page: string): Promise<Score> {
  const file = path.join(folder, 'report.json')
  const chrome = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const options = [
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--no-enable-error-reporting',
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ]
  const command = ['--yes', '--prefer-offline', `lighthouse@${VERSION}`, `http://localhost:${port}${page}`, ...options]
  const run = () => promisify(execFile)('npx', command, { cwd: folder, env: { ...process.env, CHROME_PATH: chrome } })
  // On a busy machine Chromium now and then loses the trace; Lighthouse asks to be run again.
  await run().catch(run)
  const { categories } = JSON.parse(fs.readFileSync(file, 'utf8')) as { categories: Record<string, { score: number }> }
  const scores = CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)])
  return Object.fromEntries(scores) as Score
}
