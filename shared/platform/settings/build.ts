import fs from 'node:fs'
import path from 'node:path'

const manifest = fs.readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')

/** Which build this process runs. `COMMIT` is set when an image is built. */
export const BUILD = {
  version: (JSON.parse(manifest) as { version: string }).version,
  commit: process.env.COMMIT || 'unknown',
}

/** Both in one word, as semantic versions have it: `1.2.0+3f0c1a2`. */
export const BUILD_NAME = `${BUILD.version}+${BUILD.commit.slice(0, 7)}`
