import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

export const root = path.join(import.meta.dirname, '../..')

export interface Service {
  build?: { context: string; target: string }
  image?: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string; required?: boolean }>
  profiles?: string[]
  scale?: number
  logging?: object
  mem_limit?: string
  pids_limit?: number
  networks?: string[] | Record<string, { aliases: string[] }>
  volumes?: string[]
  tmpfs?: string[]
  configs?: { source: string; target: string }[]
  ports?: string[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  user?: string
}

export interface ComposeFile {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean } | null>
}

/** Settings that the compose file cannot do without. */
export const NEEDED = Object.fromEntries(
  [
    'PUBLIC_URL',
    'SECRET_KEY',
    'POSTGRES_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'REDIS_PASSWORD',
    'STORAGE_PASSWORD',
    'BACKUP_KEY',
    'SMS_PROVIDERS',
    'COMPOSE_PROFILES',
  ].map((name) => [name, 'x']),
)

/** docker-compose.yml as YAML alone, with its anchors followed. */
export const readComposeFile = (): ComposeFile =>
  parse(fs.readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile

/**
 * The same with its variables filled in: `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}`,
 * `${NAME?message}` and `$$`, the forms of the compose specification that the file uses; a default may have such forms in it.
 * Throws for a required one that is missing, as compose does.
 */
export function fillComposeFile(variables: Record<string, string>): ComposeFile {
  return fill(readComposeFile(), variables) as ComposeFile
}

function fill(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') return fillText(value, variables)
  if (Array.isArray(value)) return value.map((each) => fill(each, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, variables)]))
}

const VARIABLE = /\$\$|\$\{(?<name>\w+)(?:(?<kind>:?[-?])(?<text>(?:[^${}]|\$\{[^}]*\})*))?\}/g

function fillText(text: string, variables: Record<string, string>): string {
  return text.replace(VARIABLE, (_whole, name: string | undefined, kind = '', other = '') => {
    if (name === undefined) return '$'
    const value = variables[name]
    if (kind.startsWith(':') ? value : value !== undefined) return value!
    if (kind.endsWith('?')) throw new Error(`${name} is missing: ${other}`)
    return kind ? fillText(other, variables) : ''
  })
}
