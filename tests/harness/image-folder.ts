import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { root } from './compose-file.ts'

export interface ImageStage {
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

/**
 * Puts into `folder` what a target of the Dockerfile has in /app, by its own COPY and RUN steps: no file and no package
 * more. Left out are only steps that need a container (the Node binary, /data); and the web client is built with the
 * packages of this checkout instead of a second copy of them.
 */
export function fillImageFolder(target: string, folder: string): void {
  const scratch = path.join(folder, 'stages')
  const done = new Map<string, string>()
  const make = (name: string): string => {
    const made = done.get(name)
    if (made) return made
    const stage = find(name)!
    const dir = path.join(scratch, name)
    done.set(name, dir)
    if (find(stage.from)) fs.cpSync(make(stage.from), dir, { recursive: true, verbatimSymlinks: true })
    else fs.mkdirSync(dir, { recursive: true })
    for (const { keyword, text } of stage.steps) {
      if (keyword === 'COPY') copy(text, dir, make)
      if (keyword !== 'RUN' || name === 'runtime') continue
      if (name === 'web' && text.startsWith('npm ci'))
        fs.symlinkSync(path.join(root, 'node_modules'), `${dir}/node_modules`)
      else run(text, dir)
    }
    return dir
  }
  fs.renameSync(make(target), path.join(folder, 'app'))
  fs.rmSync(scratch, { recursive: true })
}

function copy(text: string, dir: string, make: (stage: string) => string): void {
  const parts = text.split(/\s+/)
  const from = parts[0]!.startsWith('--from=') ? parts.shift()!.slice('--from='.length) : null
  const to = parts.pop()!
  for (const part of parts) {
    if (part.startsWith('/') && !part.startsWith('/app/')) continue
    const source = from ? make(from) : root
    const name = part.replace(/^\/app\//, '')
    const into = to.endsWith('/') ? path.join(dir, to, path.basename(name)) : path.join(dir, to)
    fs.cpSync(path.join(source, name), into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== null || !/\/(node_modules|dist)(\/|$)/.test(file.slice(root.length)),
    })
  }
}

function run(command: string, cwd: string): void {
  const here = path.dirname(process.execPath)
  execFileSync('sh', ['-ec', command.replaceAll('\\\n', ' ')], {
    cwd,
    env: { PATH: `${here}:${process.env.PATH}`, HOME: process.env.HOME, npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
