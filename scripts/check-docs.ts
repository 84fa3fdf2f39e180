/** Every file that README.md or a page of docs/ names, as a link or in backticks, exists; every npm command, too. The ASVS checklist is whole. */
import fs from 'node:fs'
import path from 'node:path'
import { checklistProblems } from './asvs.ts'
import { root, sourceFiles } from './source-files.ts'

const scripts = (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts
const TOP = /^(docs|scripts|migrations|shared|server|worker|web|tests|\.ci)\//
const problems: string[] = []

for (const page of sourceFiles(/^(README\.md|docs\/.*\.md)$/)) {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(target!)) continue
    const file = path.join(root, path.dirname(page), target!)
    if (!fs.existsSync(file)) problems.push(`${page}: links to ${target}, which does not exist`)
  }
  for (const [, name] of text.matchAll(/`([^`\s*{}<>]+)`/g)) {
    if (TOP.test(name!) && !/NNN|\.\.\./.test(name!) && !fs.existsSync(path.join(root, name!))) {
      problems.push(`${page}: names ${name}, which does not exist`)
    }
  }
  for (const [, command] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!Object.hasOwn(scripts, command!)) problems.push(`${page}: names npm run ${command}, which does not exist`)
  }
}
for (const problem of checklistProblems(fs.readFileSync(path.join(root, 'docs/security.md'), 'utf8'))) {
  problems.push(`docs/security.md: ${problem}`)
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
