import { execFileSync } from 'node:child_process'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')

/** Files of the repository (tracked, or new and not ignored), relative to the root, that `pattern` matches. */
export function sourceFiles(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  return listed.split('\0').filter((file) => pattern.test(file))
}
