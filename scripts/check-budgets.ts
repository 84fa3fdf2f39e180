/**
 * What a browser loads for each page of the route table stays within web/budgets.json. Counted is the JavaScript of the
 * entry, of the page's shell with what the shell always loads, and of the page, each chunk compressed as it is served (brotli, at its best, once at the build).
 * `--print` shows every page.
 */
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildWebClient } from './build-web-client.ts'
import { root } from './source-files.ts'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

await buildWebClient()
const dist = path.join(root, 'web/dist')
const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'))
const manifest = readJson(path.join(dist, '.vite/manifest.json')) as Record<string, Chunk>
const budgets = readJson(path.join(root, 'web/budgets.json')) as {
  whole: Record<string, number>
  others_on_top_of_their_shell: number
}

// Read as text: the table is made for the browser's compiler, which knows JSX.
const ROUTES = [
  ...fs
    .readFileSync(path.join(root, 'web/src/app/routes.ts'), 'utf8')
    .matchAll(/path: '(.+?)',[^}]*?shell: '(public|office)',\s*page: \(\) => import\('(.+?)'\)/g),
].map(([, route, shell, page]) => ({
  path: route!,
  shell: shell as 'public' | 'office',
  page: path.posix.join('src/app', page!),
}))
if (ROUTES.length < 20) throw new Error('The route table could not be read.')
const PAGES = new Set(ROUTES.map(({ page }) => page))
const SHELLS = { public: 'src/app/public-shell.tsx', office: 'src/app/office-shell.tsx' } as const

/**
 * A chunk with everything it imports; `and_later` also follows what it loads by itself. Pages are not that, nor what the
 * entry loads, which chooses between shells.
 */
function closure(name: string, and_later: boolean, found = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || found.has(name)) return found
  found.add(name)
  for (const next of chunk.imports ?? []) closure(next, and_later, found)
  if (!and_later || name === 'index.html') return found
  for (const next of chunk.dynamicImports ?? []) {
    if (!PAGES.has(next) && !Object.values<string>(SHELLS).includes(next)) closure(next, and_later, found)
  }
  return found
}

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
    ? closure('index.html', false)
    : new Set([...closure('index.html', true), ...closure(SHELLS[route.shell], true)])
  const all = kilobytes(new Set([...shell, ...closure(route.page, true)]))
  const on_top = all - kilobytes(shell)
  const whole = budgets.whole[route.path]
  const [size, limit] = whole === undefined ? [on_top, budgets.others_on_top_of_their_shell] : [all, whole]
  const line = `${route.path}: ${size.toFixed(1)} of ${limit} KB${whole === undefined ? ' on top of its shell' : ''}`
  if (process.argv.includes('--print')) console.log(`${line} (${all.toFixed(1)} in all)`)
  if (size > limit) problems.push(line)
}
if (problems.length > 0) {
  console.error(`More JavaScript than web/budgets.json allows:\n${problems.join('\n')}`)
  process.exitCode = 1
}
