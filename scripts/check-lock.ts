/**
 * The lock file is complete and clean: every package has its integrity and no download address, optional packages of
 * other platforms are there, and tRPC has exactly one version.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const packages = Object.entries(lock.packages)
const problems: string[] = []

for (const [name, entry] of packages) {
  if (!name.includes('node_modules/') || entry.link) continue
  if (!entry.integrity) problems.push(`${name} has no integrity`)
  if (entry.resolved) problems.push(`${name} carries a download address`)
  for (const optional of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(name, optional)) problems.push(`${name}: its optional ${optional} is not locked`)
  }
}
const trpc = new Set(packages.filter(([name]) => /node_modules\/@trpc\//.test(name)).map(([, entry]) => entry.version))
if (trpc.size !== 1) problems.push(`tRPC has ${trpc.size} versions: ${[...trpc].join(', ')}`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

/** Whether `wanted` can be found from `from`, going up the folders as Node does. */
function isLocked(from: string, wanted: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${place ? `${place}/` : ''}node_modules/${wanted}`]) return true
    if (!place) return false
  }
}
