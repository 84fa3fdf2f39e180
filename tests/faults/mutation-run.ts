import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { WEAKENED, type Mutation } from './mutations.ts'

/**
 * `npm run faults:weakened [-- row ...]`: takes one fence of the product away at a time, in a copy, and runs the test of
 * that row, which must fail. Exit code 0: every weakened build was noticed.
 */
const root = path.join(import.meta.dirname, '../..')
const rows = process.argv.slice(2).map(Number)
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-weakened-'))
fs.chmodSync(copy, 0o755)
process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

copyProject()
const results = WEAKENED.filter(({ row }) => rows.length === 0 || rows.includes(row)).map(tryBuild)
console.log('\n| row | weakened | noticed | seconds |\n| --- | --- | --- | --- |')
for (const { row, what, noticed, seconds } of results) {
  console.log(`| ${row} | ${what} | ${noticed} | ${seconds.toFixed(0)} |`)
}
process.exitCode = results.every(({ noticed }) => noticed === 'yes') ? 0 : 1

/** Every file of the working tree; installed packages by link, our own ones to the copy. */
function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(Boolean)) {
    if (!fs.existsSync(path.join(root, file))) continue
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(copy, file))
  }
  for (const folder of ['', 'shared', 'server', 'worker', 'web', 'migrations', 'tests']) {
    const packages = path.join(root, folder, 'node_modules')
    if (!fs.existsSync(packages)) continue
    fs.mkdirSync(path.join(copy, folder, 'node_modules'))
    for (const name of fs.readdirSync(packages)) {
      if (name === '@tvarit' || name === '.vite') continue
      fs.symlinkSync(path.join(packages, name), path.join(copy, folder, 'node_modules', name))
    }
  }
  fs.mkdirSync(path.join(copy, 'node_modules/@tvarit'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules/@tvarit'))) {
    fs.symlinkSync(path.join(copy, name), path.join(copy, 'node_modules/@tvarit', name))
  }
}

function tryBuild(build: Mutation): Mutation & { noticed: string; seconds: number } {
  const { row, test, what, find, replace } = build
  const file = path.join(copy, build.file)
  const whole = fs.readFileSync(file, 'utf8')
  if (whole.split(find).length !== 2) return { ...build, noticed: `${build.file} has changed: look at it`, seconds: 0 }
  const begin = performance.now()
  fs.writeFileSync(
    file,
    whole.replace(find, () => replace),
  )
  const name = `row ${String(row).padStart(2, '0')}`
  console.log(`${name}: ${what}`)
  const { stdout, stderr } = spawnSync(
    path.join(copy, 'node_modules/.bin/vitest'),
    ['run', '--root', 'tests', '--retry', '0', `faults/${test}.test.ts`, '-t', name, '--reporter', 'verbose'],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' }, maxBuffer: 1 << 28 },
  )
  fs.writeFileSync(file, whole)
  const failed = stdout.split('\n').find((line) => line.includes('×') && line.includes(name))
  const reason = /\w*Error: .*/.exec(stderr)?.[0]
  console.log(`  ${failed ? `noticed: ${reason}` : 'NOT NOTICED'}`)
  if (!failed) console.log(stdout.slice(-2_000))
  return { ...build, noticed: failed ? 'yes' : 'NO', seconds: (performance.now() - begin) / 1000 }
}
