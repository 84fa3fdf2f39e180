import { readFileSync } from 'node:fs'
import { ConfigError } from '@tvarit/shared/platform/settings/config'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

const style = (name: string): string =>
  read(`client/${name}`)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{}:;,>])\s*/g, '$1')
    .replaceAll(';}', '}')

/** What all public pages need down to the button, and what comes after it: on a slow line the button does not wait. */
export const firstStyle = style('page.css')
export const restStyle = style('page-rest.css')
/** What only the driver's and the relatives' pages need besides. */
export const dispatchStyle = style('dispatch.css')
/** What only the status page needs besides. */
export const firstAidStyle = style('first-aid.css')
/** What only the hospital's page needs besides. */
export const handoverStyle = style('handover.css')
/** What only the contact's page needs besides. */
export const contactStyle = style('contact.css')

/** A script of the public pages as `scripts/build-page-scripts.ts` left it, ready to be inlined. */
export function clientScript(name: 'scan' | 'status' | 'driver' | 'track' | 'handover' | 'unless-started'): string {
  try {
    return read(`../../web/dist/public-pages/${name}.js`)
  } catch (error) {
    throw new ConfigError('The scripts of the public pages are not built: run npm run build.', { cause: error })
  }
}
