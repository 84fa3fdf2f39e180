import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { commandLine } from '@tvarit/shared/platform/settings/command-line'

interface Secrets {
  secret_key: string
  postgres_password: string
  app_password: string
}

/** Made once and kept with the data, readable by its owner only; what an earlier version did not make is added. */
export function readSecrets(data: string): Secrets {
  const file = path.join(data, 'secrets.json')
  const kept = fs.existsSync(file) ? readKept(file) : {}
  const secrets = {
    secret_key: randomBytes(32).toString('hex'),
    postgres_password: randomBytes(24).toString('hex'),
    app_password: randomBytes(24).toString('hex'),
    ...kept,
  }
  if (!kept.app_password) {
    // A kill in the middle leaves the file as it was.
    fs.writeFileSync(`${file}.part`, JSON.stringify(secrets), { mode: 0o600, flush: true })
    fs.renameSync(`${file}.part`, file)
  }
  return secrets
}

function readKept(file: string): Partial<Secrets> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Secrets>
  } catch (error) {
    throw new Error(`The secrets in ${file} cannot be read: bring the file back from a backup of the data folder.`, {
      cause: error,
    })
  }
}

/** True when this process is an `npm start`; a pid may belong to another process by now. */
export const isSupervisor = (pid: number): boolean => commandLine(pid).includes('scripts/start.ts')
