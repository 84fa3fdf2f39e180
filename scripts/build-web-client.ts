import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '..')
const SOURCES = [
  'web/src',
  'web/index.html',
  'web/vite.config.ts',
  'web/public',
  'shared/contracts',
  'package-lock.json',
]
const stamp = path.join(root, 'web/dist/.built-from')

/** Builds the web client unless web/dist was built from exactly these sources. Throws with the build's own words. */
export async function buildWebClient(): Promise<void> {
  const wanted = hashOfSources()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  try {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: path.join(root, 'web') })
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(`The web client could not be built: ${stderr?.trim() || message}`, { cause: error })
  }
  fs.writeFileSync(stamp, wanted)
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
