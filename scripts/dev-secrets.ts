import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { commandLine } from '@tvarit/shared/platform/command-line'

interface Secrets {
  secret_key: string
  postgres_password: string
  app_password: string
}

/** Made once and kept with the data, readable by its owner only; what an earlier version did not make is added. */
export function readSecrets(data: string): Secrets {
  const file = path.join(data, 'secrets.json')
  const kept = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = {
    secret_key: randomBytes(32).toString('hex'),
    postgres_password: randomBytes(24).toString('hex'),
    app_password: randomBytes(24).toString('hex'),
    ...kept,
  }
  if (!kept.app_password) fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

/** True when this process is an `npm start`; a pid may belong to another process by now. */
export const isSupervisor = (pid: number): boolean => commandLine(pid).includes('scripts/start.ts')
