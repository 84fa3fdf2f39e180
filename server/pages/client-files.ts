import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`client/${name}`, import.meta.url), 'utf8')

/** Leaves out what only a reader of the source needs: comments that stand alone, indentation, empty lines. */
function withoutComments(source: string): string {
  return source
    .replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('//'))
    .join('\n')
}

const style = (name: string): string =>
  withoutComments(read(name))
    .replace(/\s*([{}:;,>])\s*/g, '$1')
    .replaceAll(';}', '}')

/** What all public pages need down to the button, and what comes after it: on a slow line the button does not wait. */
export const firstStyle = style('page.css')
export const restStyle = style('page-rest.css')
/** What only the driver's and the relatives' pages need besides. */
export const dispatchStyle = style('dispatch.css')
/** What only the hospital's page needs besides. */
export const handoverStyle = style('handover.css')

/**
 * Client files as one classic script, ready to be inlined. They are written as modules so that editors, the linter and
 * the server can follow them; old phones get neither modules nor a second request. A name may be used only once.
 */
export function clientScript(...names: string[]): string {
  const sources = names.map((name) =>
    withoutComments(read(name))
      .replace(/^import [^']*'[^']+'\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(function(){'use strict'\n${sources.join('\n')}\n})()`
}
