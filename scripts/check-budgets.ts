/**
 * What a browser loads for each page of the route table stays within web/budgets.json. Counted is the JavaScript of the
 * entry, of the page's shell with what the shell always loads, and of the page. Each chunk
 * is compressed as it is served. `--print` shows every page.
 */
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildWebClient } from './build-web-client.ts'
import { closure, readClientRoutes, readManifest, SHELLS } from './client-routes.ts'
import { root } from './source-files.ts'

await buildWebClient()
const dist = path.join(root, 'web/dist')
const manifest = readManifest()
const budgets = JSON.parse(fs.readFileSync(path.join(root, 'web/budgets.json'), 'utf8')) as {
  whole: Record<string, number>
  others_on_top_of_their_shell: number
  /** What a person asks for on these pages: by a module's name the most it may cost, and the pages. */
  asked_for: Record<string, { most: number; on: string[] }>
}
const ROUTES = readClientRoutes()
const PAGES = new Set([...ROUTES.map(({ page }) => page), ...Object.values<string>(SHELLS)])

/**
 * A module with what it loads on its own on this page: not pages and shells, which a person chooses, nor what the entry
 * chooses, nor what a person asks for there.
 */
const always = (name: string, route?: string) =>
  closure(
    manifest,
    name,
    (later, from) =>
      from !== 'index.html' &&
      !PAGES.has(later) &&
      !(route !== undefined && budgets.asked_for[later]?.on.includes(route)),
  )

const sizes = new Map<string, number>()
function kilobytes(chunks: Iterable<string>): number {
  let sum = 0
  for (const file of new Set([...chunks].map((name) => manifest[name]!.file))) {
    let size = sizes.get(file)
    if (size === undefined) {
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      size = brotliCompressSync(fs.readFileSync(path.join(dist, file)), options).length
      sizes.set(file, size)
    }
    sum += size
  }
  return sum / 1000
}

const problems: string[] = []
for (const route of ROUTES) {
  // main.tsx shows the landing page without the router and its shells.
  const alone = route.path === '/'
  const shell = alone
    ? closure(manifest, 'index.html')
    : new Set(['src/app/app.tsx', SHELLS[route.shell]].flatMap((name) => [...always(name)]))
  const all = kilobytes(new Set([...shell, ...always(route.page, route.path)]))
  const on_top = all - kilobytes(shell)
  const whole = budgets.whole[route.path]
  const [size, limit] = whole === undefined ? [on_top, budgets.others_on_top_of_their_shell] : [all, whole]
  const line = `${route.path}: ${size.toFixed(1)} of ${limit} KB${whole === undefined ? ' on top of its shell' : ''}`
  if (process.argv.includes('--print')) console.log(`${line} (${all.toFixed(1)} in all)`)
  if (size > limit) problems.push(line)
}
for (const [name, { most }] of Object.entries(budgets.asked_for)) {
  const size = kilobytes(closure(manifest, name, () => false, always(SHELLS.office))) - kilobytes(always(SHELLS.office))
  const line = `${name}: ${size.toFixed(1)} of ${most} KB when it is asked for`
  if (process.argv.includes('--print')) console.log(line)
  if (!manifest[name] || size > most) problems.push(line)
}
if (problems.length > 0) {
  console.error(`More JavaScript than web/budgets.json allows:\n${problems.join('\n')}`)
  process.exitCode = 1
}
