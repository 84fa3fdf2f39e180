/** No word that the glossary replaced comes back: in code, tests and documents, not in what the public reads. */
import fs from 'node:fs'
import path from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/** The word, and what is written instead. Stored values and codes of the system keep their names. */
const BANNED: [word: RegExp, instead: string][] = [
  [/(?<!')\btold\b(?!'|: \()/i, 'notified, sent, shown or asked'],
  [/(?<!login\.|connection )\b[Rr]efus(e[sd]?|als?|ing)\b/, 'rejected, or a domain error'],
  [/\bsomebody\b/i, 'the person by their role'],
  [/\bfor ever\b/i, 'forever'],
  [/\bby itself\b/i, 'on its own'],
]

const READ_BY_THE_PUBLIC = /^shared\/texts\/|^web\/src\/features\/\w+\/texts\//
const OWN = new Set(['scripts/check-words.ts', 'CHANGELOG.md'])
const problems = sourceFiles(/\.(tsx?|css|md|ya?ml|sh)$/)
  .filter((file) => !OWN.has(file) && !READ_BY_THE_PUBLIC.test(file) && !file.startsWith('migrations/'))
  .flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        BANNED.flatMap(([word, instead]) => {
          const found = word.exec(line)
          return found ? [`${file}:${at + 1}: "${found[0]}": write ${instead}`] : []
        }),
      ),
  )
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
