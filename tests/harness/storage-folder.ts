import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Config, readConfig } from '@tvarit/shared/platform/settings/config'
import { afterEach, beforeEach } from 'vitest'

/** An empty folder for each test of the file, settings that keep the product's data in it, and local files. */
export function storageFolder() {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-storage-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))
  const at = (...names: string[]) => path.join(folder, ...names)

  function config(settings: Record<string, string> = {}): Config {
    const needed = {
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://127.0.0.1/none',
      SECRET_KEY: '0123456789abcdef'.repeat(2),
    }
    return readConfig({ ...needed, DATA_DIR: at('data'), ...settings })
  }

  function localFile(content: Buffer | string): string {
    fs.writeFileSync(at('made-here.bin'), content)
    return at('made-here.bin')
  }

  return { at, config, localFile }
}
