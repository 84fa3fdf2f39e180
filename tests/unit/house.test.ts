import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { build } from 'vite'
import { expect, inject, test } from 'vitest'
import { PERMISSIONS } from '@tvarit/shared/contracts/permissions'
import { JOBS } from '@tvarit/shared/contracts/jobs'
import { appRouter } from '@tvarit/server/routers/app-router'
import { declaredProcedures } from '@tvarit/server/trpc/declared-procedures'
import { HANDLERS } from '@tvarit/worker/jobs/handlers'
import { databaseTypes } from '../../scripts/generate-types.ts'
import { sourceFiles } from '../../scripts/source-files.ts'
import { migrationProblems } from '../../scripts/migrations.ts'
import { WEAKENED } from '../faults/mutations.ts'

const root = path.join(import.meta.dirname, '../..')

test.each(['@tvarit/shared/platform/log/log', '@tvarit/shared/domain/alerts/raise-alert'])(
  'a web client that imports %s cannot be built',
  async (forbidden) => {
    const entry = {
      name: 'entry',
      resolveId: (id: string) => (id === 'virtual:entry' ? id : null),
      load: (id: string) => (id === 'virtual:entry' ? `import * as all from '${forbidden}'\nconsole.log(all)` : null),
    }
    const attempt = build({
      root: path.join(root, 'web'),
      configFile: false,
      logLevel: 'silent',
      plugins: [entry],
      build: { write: false, rolldownOptions: { input: 'virtual:entry' } },
    })
    await expect(attempt).rejects.toThrow()
  },
)

test('contracts can be built for the browser', async () => {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'virtual:entry' ? path.join(root, 'web/virtual-entry.js') : null),
    load: (id: string) =>
      id.endsWith('virtual-entry.js')
        ? `import * as all from '@tvarit/shared/contracts/alerts'\nconsole.log(all)`
        : null,
  }
  await build({
    root: path.join(root, 'web'),
    configFile: false,
    logLevel: 'silent',
    plugins: [entry],
    build: { write: false, rolldownOptions: { input: 'virtual:entry' } },
  })
})

const migration = (sql: string, comment = '') => `// ${comment}
export async function up(db) {
  await sql\`${sql}\`.execute(db)
}

export async function down(db) {
  await sql\`drop table alerts\`.execute(db)
}
`

test.each([
  ['drop', 'drop table alerts'],
  ['drop', 'alter table alerts add column a int, drop column b'],
  ['rename', 'alter table alerts rename column a to b'],
  ['type', 'alter table alerts alter column a type bigint'],
  ['not null', 'alter table alerts alter column a set not null'],
  ['not null', 'alter table alerts add column a int not null, add column b int default 0'],
  ['constraint', 'alter table alerts\n  add constraint few check (a < 9)'],
  ['truncate', 'truncate alerts'],
])('a migration that does more than add (%s: %s) is named until it says why it may', (kind, sql) => {
  expect(migrationProblems('x.ts', migration(sql))).toHaveLength(1)
  expect(migrationProblems('x.ts', migration(sql, `not only added (${kind}): no version has ever written it`))).toEqual(
    [],
  )
  expect(migrationProblems('x.ts', migration(sql, `not only added (${kind}): because`))).toHaveLength(1)
})

test('a migration that only adds passes, and an excuse for nothing does not', () => {
  const adds = 'alter table alerts add column a int not null default 0, add column b text'
  expect(migrationProblems('x.ts', migration(adds))).toEqual([])
  expect(migrationProblems('x.ts', migration('create table t (a int not null)'))).toEqual([])
  expect(migrationProblems('x.ts', migration(adds, 'not only added (drop): nobody has such a row yet'))).toHaveLength(1)
})

test('an import against the arrows is named with its reason, and so is a folder without a place', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-arrows-'))
  try {
    const files = {
      'package.json': '{"type":"module"}',
      'worker/bad.ts': `import { x } from '@tvarit/server/app'\nexport const y = x.selectFrom('alerts')\n`,
      'shared/platform/bad.ts': `export { x } from '../domain/alerts/raise-alert.ts'\n`,
      'shared/platform/settings/bad.ts': `export { x } from '../carriers/provider.ts'\n`,
      'shared/domain/audit/bad.ts': `export { x } from '../people/users/password.ts'\n`,
      'shared/domain/on-call/rota/bad.ts': `export { x } from '../push/send-push.ts'\n`,
      'shared/domain/dispatch/good.ts': `export { x } from '../alerts/raise-alert.ts'\n`,
      'web/src/lib/bad.ts': `import { appRouter } from '@tvarit/server/routers/app-router'\nimport { log } from '@tvarit/shared/platform/log/log'\nexport const x = [appRouter, log]\n`,
    }
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      fs.writeFileSync(path.join(folder, name), text)
    }
    fs.copyFileSync(path.join(root, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'))
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const { stdout } = spawnSync('node_modules/.bin/oxlint', ['--format', 'json'], { cwd: folder, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; help: string }[] }
    const said = (file: string) =>
      diagnostics.flatMap(({ filename, help }) => (filename === file ? [help] : [])).join('\n')
    expect(said('worker/bad.ts')).toContain('Server and worker never import each other')
    expect(said('worker/bad.ts')).toContain('Only shared/domain and migrations touch tables')
    expect(said('shared/platform/bad.ts')).toContain('The platform carries the domain')
    expect(said('shared/platform/settings/bad.ts')).toContain('In shared/platform settings stands below log')
    expect(said('shared/domain/audit/bad.ts')).toContain('In shared/domain audit stands below records')
    expect(said('shared/domain/on-call/rota/bad.ts')).toContain('rota stands below consoles')
    expect(said('shared/domain/dispatch/good.ts')).toBe('')
    expect(said('web/src/lib/bad.ts')).toContain('Only the type of the router')
    expect(said('web/src/lib/bad.ts')).toContain('The browser gets contracts')
    fs.mkdirSync(path.join(folder, 'shared/domain/unlisted'))
    const again = spawnSync('node_modules/.bin/oxlint', { cwd: folder, encoding: 'utf8' })
    expect(again.stdout + again.stderr).toContain('FOLDER_ORDER in oxlint.config.ts does not list unlisted')
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('every deliberately broken build breaks a text that is there once', () => {
  const found = WEAKENED.map(({ row, file, find }) => {
    const times = fs.readFileSync(path.join(root, file), 'utf8').split(find).length - 1
    return [row, find, times]
  })
  expect(found.filter(([, , times]) => times !== 1)).toEqual([])
})

test('every deliberately broken build names a file that tests its row', () => {
  const untested = WEAKENED.filter(({ row, test }) => {
    const file = path.join(root, 'tests/faults', `${test}.test.ts`)
    return !fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes(`row: ${row},`)
  })
  expect(untested).toEqual([])
})

test('the generated database types match the migrations', async () => {
  const pool = new pg.Pool({ connectionString: inject('postgres_url'), max: 1 })
  const types = await databaseTypes(pool)
  await pool.end()
  expect(types).toBe(fs.readFileSync(path.join(root, 'migrations/database.ts'), 'utf8'))
})

test('every procedure declares a permission of the table or says that it is public', () => {
  const procedures = declaredProcedures(appRouter)
  expect(procedures.size).toBeGreaterThan(15)
  for (const [name, { meta }] of procedures) {
    const { permission, public: open } = meta ?? {}
    expect([name, open === true || (permission !== undefined && permission in PERMISSIONS)]).toEqual([name, true])
  }
})

test('every declared job has exactly one handler', () => {
  expect(Object.keys(HANDLERS).toSorted()).toEqual(Object.keys(JOBS).toSorted())
})

test('every class a component takes from its style sheet is defined there', () => {
  const wanted = fs.globSync('web/src/**/*.tsx', { cwd: root }).flatMap((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8')
    return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].map(([statement, name, sheet]) => ({
      file,
      classes: source.replace(statement, '').matchAll(new RegExp(`(?<![\\w-])${name}\\.(\\w+)`, 'g')),
      css: fs.readFileSync(path.join(root, path.dirname(file), sheet!), 'utf8'),
    }))
  })
  expect(wanted.length).toBeGreaterThan(50)
  const missing = wanted.flatMap(({ file, classes, css }) =>
    [...classes].map(([, name]) => name!).flatMap((name) => (css.match(`\\.${name}\\b`) ? [] : [`${file}: .${name}`])),
  )
  expect(missing).toEqual([])
})

test('a condition on a moment goes through moments-sql.ts, which knows clocks that were ahead', () => {
  const raw = sourceFiles(/^(shared|server|worker)\/.*\.ts$/)
    .filter((file) => file !== 'shared/platform/database/moments-sql.ts')
    .filter((file) => /now\(\) - (interval|make_interval|\$\{)/.test(fs.readFileSync(path.join(root, file), 'utf8')))
  expect(raw).toEqual([])
})

test('a title of a test has at most 90 characters and no semicolon', () => {
  const title = /\b(?:it|test)(?:(?:\.\w+)+\([\s\S]*?\))?(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  const titles = sourceFiles(/^tests\/.*\.test\.ts$/).flatMap((file) =>
    [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(title)].map((found) => `${file}: ${found[2]}`),
  )
  expect(titles.length).toBeGreaterThan(2_000)
  expect(titles.filter((each) => !/^\S+: [^;]{1,90}$/.test(each))).toEqual([])
})
