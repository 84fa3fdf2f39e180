/** Every file and heading that a document names, as a link or in backticks, exists; every npm command, too. The ASVS checklist is whole. */
import fs from 'node:fs'
import path from 'node:path'
import { checklistProblems } from './asvs.ts'
import { root, sourceFiles } from './source-files.ts'

const scripts = (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts
const TOP = /^(deploy|docs|scripts|migrations|shared|server|worker|web|tests|\.ci)\//
const problems: string[] = []

/** The addresses of a page's headings. */
const headings = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

for (const page of sourceFiles(/^(README\.md|(docs|deploy)\/.*\.md)$/)) {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  for (const [, target, heading] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
    if (/^[a-z]+:/.test(target!)) continue
    const file = target ? path.join(root, path.dirname(page), target) : path.join(root, page)
    if (!fs.existsSync(file)) problems.push(`${page}: links to ${target}, which does not exist`)
    else if (heading && !headings(file).includes(heading))
      problems.push(`${page}: links to ${target}#${heading}, which is no heading`)
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
