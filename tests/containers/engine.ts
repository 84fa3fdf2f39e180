import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { call } from '../harness/api.ts'
import { documentedCommands } from './documented-commands.ts'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface Installation {
  url: string
  /** Runs `docker compose`; returns its output. */
  compose(...words: string[]): Promise<string>
  /**
   * Does what the documents print under a heading, in its order: writes each `# .env: NAME=VALUE` and runs each command.
   * `values` takes the place of what a reader fills in, by the word that is printed. Returns what the commands print.
   */
  documented(heading: string, values?: Record<string, string>): Promise<string>
  /** Runs a command on this machine, as the person who operates the installation would. */
  command(program: string, ...words: string[]): Promise<string>
  /** Where such a command runs, and its environment. */
  surroundings: { cwd: string; env: NodeJS.ProcessEnv }
  /** Ids of a service's running containers. */
  containers(service: string): Promise<string[]>
  /** The first column of what a statement answers, by the owner of the database. */
  query(sql: string): Promise<string[]>
  /** The access token of a person of the demo data, by the first part of the email address. */
  login(person: string): Promise<string>
  /** The next build makes other images than the one before, and differs in what a compose file, or its content, says. */
  nextVersion(different?: string | object): void
  /** Changes a setting in its .env. */
  set(name: string, value: string): void
  /** A folder of its own for backups. */
  folder: string
  /** A setting in its .env. */
  setting(name: string): string
  remove(): Promise<void>
}

interface Options {
  /** Compose files over `docker-compose.yml`, by their paths in the project. */
  over?: string[]
  /** Services that these build, too. */
  built?: string[]
  settings?: Record<string, string>
}

/** An installation of its own from `docker-compose.yml` with the secrets that `deploy/make-env.sh` writes. Nothing runs yet. */
export async function createInstallation({
  over = [],
  built = ['postgres', 'backup'],
  settings = {},
}: Options = {}): Promise<Installation> {
  requireEngine()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-containers-'))
  fs.cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true })
  execFileSync('sh', ['-c', documentedCommands('Write the settings')], { cwd: folder })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const own = {
    HTTP_PORT: String(port),
    HTTPS_PORT: String(await freePort()),
    PUBLIC_URL: url,
    SWEEP_SECONDS: '1',
    TVARIT_VERSION: 'latest',
    BACKUP_FOLDER: path.join(folder, 'backups'),
    ...settings,
  }
  fs.appendFileSync(
    path.join(folder, '.env'),
    Object.entries(own)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const project = `tvarit-test-${process.pid}`
  let version = 0
  const changes = path.join(folder, 'build.yml')
  const next = path.join(folder, 'next.yml')
  const nextVersion = (different?: string | object) => {
    if (typeof different === 'string') fs.copyFileSync(path.join(root, different), next)
    else fs.writeFileSync(next, JSON.stringify(different ?? { services: {} }))
    version += 1
    // The host's network: a machine may reach its package registry no other way.
    const build = { network: 'host', labels: { version: String(version) } }
    // Another run on this engine builds its own.
    const ours = (target: string) => ({ build, image: `${project}-${target}:\${TVARIT_VERSION}` })
    const other = { build: { network: 'host' } }
    const services = {
      server: ours('server'),
      worker: ours('worker'),
      'bulk-worker': ours('worker'),
      migrate: ours('migrate'),
    }
    const others = Object.fromEntries(built.map((name) => [name, other]))
    fs.writeFileSync(changes, JSON.stringify({ services: { ...services, ...others } }))
  }
  nextVersion()
  const env = {
    ...process.env,
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: [...['docker-compose.yml', ...over].map((file) => path.join(root, file)), changes, next].join(
      path.delimiter,
    ),
    COMPOSE_ENV_FILES: path.join(folder, '.env'),
  }
  const surroundings = { cwd: root, env }
  const command = async (program: string, ...words: string[]) => {
    const { stdout } = await run(program, words, { ...surroundings, maxBuffer: 100_000_000 })
    return stdout.trim()
  }
  const compose = (...words: string[]) => command('docker', 'compose', ...words)
  const lines = (text: string) => text.split('\n').filter(Boolean)
  // Of two lines in .env the last one counts.
  const set = (name: string, value: string) => fs.appendFileSync(path.join(folder, '.env'), `${name}=${value}\n`)
  return {
    url,
    folder,
    compose,
    set,
    async documented(heading, values = {}) {
      let text = documentedCommands(heading)
      for (const [word, value] of Object.entries(values)) text = text.replaceAll(word, value)
      const printed: string[] = []
      for (const line of text.split('\n')) {
        const [, name, value] = /^# \.env: (\w+)=(.*)$/.exec(line) ?? []
        if (name) set(name, value!)
        else printed.push(await command('sh', '-c', line))
      }
      return printed.join('\n')
    },
    command,
    surroundings,
    nextVersion,
    setting: (name) =>
      fs
        .readFileSync(path.join(folder, '.env'), 'utf8')
        .split('\n')
        .findLast((line) => line.startsWith(`${name}=`))!
        .slice(name.length + 1),
    containers: async (service) => lines(await compose('ps', '--quiet', service)),
    query: async (sql) => {
      const psql = 'PGPASSWORD=$POSTGRES_PASSWORD exec psql --host=127.0.0.1 --username=tvarit --dbname=tvarit -At'
      return lines(await compose('exec', '-T', 'postgres', 'sh', '-c', `${psql} --command "$0"`, sql))
    },
    async login(person) {
      const { body } = await call(url, '/api/users/login/', {
        body: { login: `${person}@tvarit.example`, password: 'tvarit-demo' },
      })
      return String(body.access)
    },
    async remove() {
      const images = await compose('config', '--images')
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '1')
      const own = lines(images).filter((image) => image.startsWith(project))
      await command('docker', 'image', 'rm', ...new Set(own)).catch(() => {})
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function requireEngine(): void {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore' })
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' })
  } catch {
    throw new Error(
      'test:containers needs a running container engine with Compose: `docker info` and `docker compose version` must work.',
    )
  }
}
