import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

/** Empty databases, one after the other, over one folder of files and one of backups, as `npm run migrate` finds them. */
async function createPlace() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-empty-'))
  const database = `empty_${path.basename(folder).replaceAll(/\W/g, '_').toLowerCase()}`
  const server = (name: string) => Object.assign(new URL(inject('postgres_url')), { pathname: name }).href
  const admin = new pg.Client({ connectionString: server('postgres') })
  await admin.connect()
  const lose = () => admin.query(`drop database if exists ${database} with (force)`)
  onTestFinished(async () => {
    await lose()
    await admin.end()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const backups = path.join(folder, 'backups')
  fs.mkdirSync(backups)
  return {
    folder,
    backups,
    async lose() {
      await lose()
      await admin.query(`create database ${database}`)
    },
    /** What `npm run migrate` prints; rejects with it when it ends with 1. */
    async migrate(settings: Record<string, string> = {}): Promise<string> {
      const env = {
        PATH: process.env.PATH,
        DATABASE_URL: server(database),
        DATA_DIR: folder,
        SECRET_KEY: 'a secret of thirty-two characters, or more',
        ...settings,
      }
      const { stdout } = await run(process.execPath, ['scripts/migrate.ts'], { cwd: root, env })
      return stdout
    },
  }
}

test('an empty database is prepared, but one that had data only when that is said', async () => {
  const place = await createPlace()
  await place.lose()
  for (const _ of [1, 2]) expect(await place.migrate()).toContain('up to date')
  await place.lose()
  await expect(place.migrate()).rejects.toThrow(/is empty, but this installation has files.*ALLOW_EMPTY_DATABASE=1/)
  expect(await place.migrate({ ALLOW_EMPTY_DATABASE: '1' })).toContain('up to date')
})

test('an empty database beside backups of this machine is not prepared', async () => {
  const place = await createPlace()
  await place.lose()
  fs.writeFileSync(path.join(place.backups, 'keys.txt'), 'BACKUP_KEY')
  await expect(place.migrate({ BACKUP_DIR: place.backups })).rejects.toThrow('this installation has backups')
  expect(await place.migrate()).toContain('up to date')
  expect(await place.migrate({ BACKUP_DIR: place.backups })).toContain('up to date')
})
