import fs from 'node:fs'
import path from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { root } from './compose-file.ts'

interface ImageStage {
  name: string
  /** The image or the stage it begins with. */
  from: string
  /** Everything but FROM, in order. */
  steps: { keyword: string; text: string }[]
}

/** The stages of the Dockerfile, in order. */
export function readStages(): ImageStage[] {
  const stages: ImageStage[] = []
  const file = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  const lines = file.split('\n')
  for (const instruction of DockerfileParser.parse(file).getInstructions()) {
    const { start, end } = instruction.getRange()
    const keyword = instruction.getKeyword()
    // The library's own arguments leave out flags, and everything of an instruction of several lines.
    const text = lines
      .slice(start.line, end.line + 1)
      .join('\n')
      .slice(keyword.length)
      .trim()
    if (keyword === 'FROM') {
      const [from, name] = text.split(/\s+AS\s+/i)
      stages.push({ name: name!, from: from!, steps: [] })
    } else stages.at(-1)?.steps.push({ keyword, text })
  }
  return stages
}

/** Each word of an instruction in the exec form. */
export const words = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** What a target runs, checks its health with and sets, its parents' settings included. */
export function readTarget(target: string): {
  command: string[]
  health: string[] | null
  env: Record<string, string>
} {
  const all = steps(target)
  const last = (keyword: string) => all.findLast((step) => step.keyword === keyword)?.text ?? ''
  const env = all
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string]))
  const health = last('HEALTHCHECK')
  return { command: words(last('CMD')), health: health === 'NONE' ? null : words(health), env: Object.fromEntries(env) }
}

const find = (name: string) => readStages().find((stage) => stage.name === name)
function steps(name: string): ImageStage['steps'] {
  const stage = find(name)
  return stage ? [...steps(stage.from), ...stage.steps] : []
}
