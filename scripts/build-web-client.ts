import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { buildBaseMap } from './build-base-map.ts'
import { buildPageScripts } from './build-page-scripts.ts'
import { closure, readClientRoutes, readManifest, SHELLS } from './client-routes.ts'

const compress = promisify(brotliCompress)
const root = path.join(import.meta.dirname, '..')
const SOURCES = [
  'web/src',
  'web/index.html',
  'web/vite.config.ts',
  'web/public',
  'server/pages/client',
  'shared/contracts',
  'package-lock.json',
  'scripts/build-base-map.ts',
  'scripts/build-web-client.ts',
  'scripts/build-page-scripts.ts',
  'scripts/client-routes.ts',
]
const stamp = path.join(root, 'web/dist/.built-from')

/**
 * Builds the web client and the scripts of the public pages, unless web/dist was built from exactly these sources. Throws
 * with the build's own words.
 */
export async function buildWebClient(): Promise<void> {
  buildBaseMap()
  const wanted = hashOfSources()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  try {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    // Always what people get: under a test runner's NODE_ENV it would be React's development build, twice the size.
    const env = { ...process.env, NODE_ENV: 'production' }
    const options = { cwd: path.join(root, 'web'), env }
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], options)
    await buildPageScripts(path.join(root, 'web/dist/public-pages'))
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(`The web client could not be built: ${stderr?.trim() || message}`, { cause: error })
  }
  clearOldAssets()
  await compressAssets()
  writePaths()
  fs.writeFileSync(stamp, wanted)
}

/**
 * The client's route table for the server: which paths there are (it answers 404 for all others), and the files of each
 * page, which the server names in the page so that they are not found out one after the other.
 */
function writePaths(): void {
  const manifest = readManifest()
  const files = (...names: string[]) =>
    names
      .flatMap((name) => [...closure(manifest, name)])
      .flatMap((name) => [manifest[name]!.file, ...(manifest[name]!.css ?? [])])
  const known = new Set(files('index.html'))
  const paths = readClientRoutes().map(({ path: route, shell, page }) => {
    const needed = route === '/' ? files(page) : files('src/app/app.tsx', SHELLS[shell], page)
    return [route, [...new Set(needed)].filter((file) => !known.has(file))]
  })
  fs.writeFileSync(path.join(root, 'web/dist/.paths.json'), JSON.stringify(Object.fromEntries(paths)))
}

const KEPT_MS = 24 * 3_600_000

/**
 * Earlier builds stay for a day: a server that runs, and pages that are open, still ask for their files. Names carry a
 * hash of the content, so that builds never overwrite each other.
 */
function clearOldAssets(): void {
  const folder = path.join(root, 'web/dist/assets')
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    if (Date.now() - fs.statSync(file).mtimeMs > KEPT_MS) fs.rmSync(file)
  }
}

/** A `.br` beside every asset, made once at the build: smaller and cheaper than compressing at each request. */
async function compressAssets(): Promise<void> {
  const folder = path.join(root, 'web/dist/assets')
  const names = fs
    .readdirSync(folder)
    .filter((name) => /\.(js|css|svg|bin)$/.test(name) && !fs.existsSync(path.join(folder, `${name}.br`)))
  await Promise.all(
    names.map(async (name) => {
      const content = await fs.promises.readFile(path.join(folder, name))
      await fs.promises.writeFile(path.join(folder, `${name}.br`), await compress(content))
    }),
  )
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES.flatMap(filesOf).toSorted())
    hash.update(source).update(fs.readFileSync(path.join(root, source)))
  return hash.digest('hex')
}

function filesOf(source: string): string[] {
  const full = path.join(root, source)
  if (!fs.existsSync(full)) return []
  if (fs.statSync(full).isFile()) return [source]
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

if (import.meta.main) await buildWebClient()
