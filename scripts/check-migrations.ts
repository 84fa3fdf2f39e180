/** Migrations only add: a server of the previous version runs on through a deploy (docs/operations.md). */
import fs from 'node:fs'
import path from 'node:path'
import { migrationProblems } from './migrations.ts'
import { root, sourceFiles } from './source-files.ts'

const problems = sourceFiles(/^migrations\/files\/.*\.ts$/).flatMap((file) =>
  migrationProblems(file, fs.readFileSync(path.join(root, file), 'utf8')),
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
