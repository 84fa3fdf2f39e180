import fs from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')

/**
 * Files of the project, relative to the root, that `pattern` matches: all but what `.gitignore` names. Git is not
 * asked, so that this also works in an unpacked archive and on a machine without git.
 */
export function sourceFiles(pattern: RegExp): string[] {
  const ignored = new Set(['.git', ...ignoredNames()])
  const found: string[] = []
  const visit = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (ignored.has(entry.name) || ignored.has(`*${path.extname(entry.name)}`)) continue
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) visit(file)
      else if (entry.isFile() && pattern.test(file)) found.push(file)
    }
  }
  visit('')
  return found.toSorted()
}

/** The lines of `.gitignore`, which are names of folders and files, or `*.ending`. */
function ignoredNames(): string[] {
  const file = path.join(root, '.gitignore')
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.replace(/\/$/, ''))
}
