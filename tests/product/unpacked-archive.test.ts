import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, sourceFiles } from '../../scripts/source-files.ts'

/** A copy as an archive unpacks it: no `.git`, and on the PATH nothing but node. */
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-archive-'))
const bin = path.join(copy, 'bin-of-the-machine')
const files = sourceFiles(/./)
beforeAll(() => {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(copy, file))
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  fs.mkdirSync(bin)
  fs.symlinkSync(process.execPath, path.join(bin, 'node'))
  // What building and running leave behind is no source file without git either.
  for (const file of [
    'web/dist/built.ts',
    '.data/kept.ts',
    'tests/node_modules/package.ts',
    'migrations/files/x.log',
  ]) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    fs.writeFileSync(path.join(copy, file), 'not   formatted')
  }
})
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

/** What a script of the copy prints; fails when the script does. */
const run = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, words, { cwd: copy, env: { PATH: bin } })).stdout

test('without git the source files are the same, and nothing that .gitignore names is among them', async () => {
  const list = "console.log(JSON.stringify((await import('./scripts/source-files.ts')).sourceFiles(/./)))"
  const found = JSON.parse(await run('--input-type=module', '-e', list)) as string[]
  expect(found.filter((file) => !file.startsWith('bin-of-the-machine'))).toEqual(files)
  expect(files).toEqual(expect.arrayContaining(['README.md', '.gitignore', '.ci/run', 'server/main.ts']))
})

test.each([
  'scripts/check-docs.ts',
  'scripts/check-migrations.ts',
  'scripts/check-lock.ts',
  'scripts/check-licences.ts',
])('%s of an unpacked archive needs no git', async (script) => {
  expect(await run(script)).toBe('')
})

test('so does the check of the format, which leaves alone what is built', async () => {
  expect(await run('node_modules/oxfmt/bin/oxfmt', '--check', 'scripts', 'web/dist', '.data')).toMatch(/correct format/)
})
