import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { build } from 'rolldown'

const root = path.join(import.meta.dirname, '..')
const CLIENT = path.join(root, 'server/pages/client')
const PAGE_SCRIPTS = ['scan', 'status', 'driver', 'track', 'handover'] as const

/**
 * One classic script for each public page, to be inlined: old phones get neither modules nor a second request. Its last
 * statement says that it has started. Throws when one is not ES2015 (all that Chrome 51 and iOS 10 can parse).
 */
export async function buildPageScripts(folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of PAGE_SCRIPTS) {
    const file = path.join(folder, `${name}.js`)
    await build({
      input: path.join(CLIENT, `${name}.ts`),
      transform: { target: 'es2015' },
      // Names stay: Safari 10 takes a loop's variable for a parameter of the same short name.
      output: { file, format: 'iife', strict: true, minify: { mangle: false }, outro: 'window.started = true' },
      logLevel: 'warn',
    })
    parse(fs.readFileSync(file, 'utf8'), { ecmaVersion: 6 })
  }
  const last = fs.readFileSync(path.join(CLIENT, 'unless-started.js'), 'utf8')
  parse(last, { ecmaVersion: 3 })
  const tight = last.replace(/^\/\*[\s\S]*?\*\/\s*/, '').replace(/\n\s+/g, '\n')
  fs.writeFileSync(path.join(folder, 'unless-started.js'), tight)
}
