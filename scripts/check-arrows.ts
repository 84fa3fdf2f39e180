/**
 * Imports go one way (docs/architecture.md). Each rule names a part of the tree, what it may import, and why; the first
 * rule whose folder matches a file applies. Tables are touched in shared/domain only.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root, sourceFiles } from './source-files.ts'

interface Rule {
  part: RegExp
  may: RegExp
  why: string
}

const OWN = (part: string) => new RegExp(`^${part}`)
const RULES: Rule[] = [
  {
    part: OWN('shared/contracts/'),
    may: /^shared\/contracts\//,
    why: 'contracts run in the browser: they know nothing of the server',
  },
  {
    part: OWN('shared/platform/'),
    may: /^(shared\/(contracts|platform)|migrations)\//,
    why: 'the platform carries the domain, not the other way round',
  },
  { part: OWN('shared/domain/'), may: /^shared\//, why: 'the domain knows no transport' },
  { part: OWN('migrations/'), may: /^migrations\//, why: 'a migration is frozen: code it imports would change it' },
  { part: OWN('server/'), may: /^(server|shared|migrations)\//, why: 'server and worker never import each other' },
  { part: OWN('worker/'), may: /^(worker|shared)\//, why: 'server and worker never import each other' },
  {
    part: OWN('web/'),
    may: /^(web|shared\/contracts)\/|^server\/routers\/app-router/,
    why: 'the browser gets contracts and the type of the router, nothing of the server',
  },
]

const problems: string[] = []
for (const file of sourceFiles(/^(shared|migrations|server|worker|web)\/.*\.tsx?$/)) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const rule = RULES.find(({ part }) => part.test(file))!
  for (const [line, specifier] of imports(text)) {
    const target = resolve(file, specifier)
    if (target && !rule.may.test(target)) problems.push(`${file}: imports ${specifier}: ${rule.why}`)
    if (file.startsWith('web/') && target?.startsWith('server/') && !line.startsWith('import type ')) {
      problems.push(`${file}: imports ${specifier} as a value: only its type belongs in the browser`)
    }
  }
  const touchesTables = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)
  if (touchesTables && !/^(shared\/domain|migrations)\//.test(file)) {
    problems.push(`${file}: touches a table: only shared/domain does`)
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

function imports(text: string): [string, string][] {
  const statements = text.matchAll(
    /^(?:import|export)\b[^'"]*?\bfrom ['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...statements].map((match) => [match[0], (match[1] ?? match[2] ?? match[3])!])
}

/** The path inside the repository, or null for a package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.normalize(path.join(path.dirname(file), specifier))
  return /^@tvarit\/(.+)$/.exec(specifier)?.[1] ?? null
}
