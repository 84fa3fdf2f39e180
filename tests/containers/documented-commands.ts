import fs from 'node:fs'
import path from 'node:path'

const docs = path.join(import.meta.dirname, '../../docs')
const PAGES = ['operations.md', 'runbook.md']
/** The first line of a block that no test can run, with the reason. */
const NOT_RUN = /^# Not run by a test: .+\n/

interface Block {
  heading: string
  text: string
}

/** The blocks of shell that an operator is to type, by the heading above each. */
export function documentedBlocks(): Block[] {
  return PAGES.flatMap((page) => {
    const [, ...sections] = fs.readFileSync(path.join(docs, page), 'utf8').split(/\n#{2,3} /)
    return sections.flatMap((section) =>
      [...section.matchAll(/\n```sh\n([\s\S]*?)\n```\n/g)]
        .map(([, text]) => ({ heading: section.split('\n')[0]!, text: text! }))
        .filter(({ text }) => !NOT_RUN.test(text)),
    )
  })
}

/** The commands under a heading, as a reader would paste them. */
export function documentedCommands(heading: string): string {
  const [block, more] = documentedBlocks().filter((each) => each.heading === heading)
  if (!block || more) throw new Error(`the documents have no block of commands, or several, under ${heading}`)
  return block.text
}
