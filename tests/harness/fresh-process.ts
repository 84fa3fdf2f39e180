import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.join(import.meta.dirname, '../..')

/** The address of a file of the project, for an `import` in a program. */
export const fileUrl = (file: string): string => pathToFileURL(path.join(root, file)).href

interface Surroundings {
  environment?: Record<string, string>
  /** No file may get larger: the kernel writes less than asked, then rejects. */
  largest_file_kb?: number
}

/** What a process of its own prints that runs `program` (an ES module); throws with its complaints when it fails. */
export function runFresh(program: string, { environment, largest_file_kb }: Surroundings = {}): string {
  const limit = largest_file_kb === undefined ? '' : `ulimit -f ${largest_file_kb} && `
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', `${limit}exec "$0" --input-type=module --eval "$1"`, process.execPath, program],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...environment }, maxBuffer: 1 << 26 },
  )
  if (status !== 0) throw new Error(`The program ended with ${status}: ${stderr}`)
  return stdout.trim()
}
