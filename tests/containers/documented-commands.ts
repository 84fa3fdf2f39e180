import fs from 'node:fs'
import path from 'node:path'

const page = path.join(import.meta.dirname, '../../docs/operations.md')

/** The commands in the first block of shell under a heading of docs/operations.md, as a reader would paste them. */
export function documentedCommands(heading: string): string {
  const [, section] = fs.readFileSync(page, 'utf8').split(`\n### ${heading}\n`)
  const block = section && /\n```sh\n([\s\S]*?)\n```\n/.exec(section.split(/\n##/)[0]!)?.[1]
  if (!block) throw new Error(`docs/operations.md has no commands under ${heading}`)
  return block
}
