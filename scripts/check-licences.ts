/** Every package of the lock file has a licence we may ship under, as the lock file says it. Needs no network. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Named one by one, with the reason. */
const EXCEPTIONS: [packages: RegExp, licence: string | undefined, why: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a library of its own beside sharp; may be exchanged'],
  [/^lightningcss(-|$)/, 'MPL-2.0', 'works in the build, unchanged, and is not part of what is delivered'],
  [/^(@axe-core\/playwright|axe-core)$/, 'MPL-2.0', 'a test tool, unchanged'],
  [/^(busboy|streamsearch|ssh2|cpu-features|buildcheck)$/, undefined, 'MIT, in the old field `licenses`'],
  [/^cities\.json$/, 'CC-BY-4.0', 'data of GeoNames, named in docs/decisions/037'],
  [/^humanize-number$/, undefined, 'MIT, only in its readme; a tool of the tests'],
]

interface Entry {
  license?: string
  link?: boolean
}

const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const problems = new Set<string>()
for (const [place, { license, link }] of Object.entries(lock.packages)) {
  if (!place.includes('node_modules/') || link) continue
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (!isAllowed(name, license)) problems.add(`${name}: licence ${license ?? 'not named'} is not on our list`)
}
if (problems.size > 0) {
  console.error([...problems].join('\n'))
  process.exitCode = 1
}

/** Of alternatives one must be allowed, of several at once each. */
function isAllowed(name: string, licence: string | undefined): boolean {
  const excepted = (one: string | undefined) =>
    EXCEPTIONS.some(([packages, excepted_licence]) => packages.test(name) && excepted_licence === one)
  if (licence === undefined) return excepted(undefined)
  const text = licence.replace(/^\(|\)$/g, '')
  const fits = (one: string) => ALLOWED.has(one) || excepted(one)
  return text.includes(' OR ') ? text.split(' OR ').some(fits) : text.split(' AND ').every(fits)
}
