import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const script = path.join(import.meta.dirname, '../../scripts/bring-tools.ts')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-tools-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the script on a machine that has these programs and no others. */
function bringTools(name: string, programs: Record<string, string>) {
  const bin = path.join(folder, name)
  fs.mkdirSync(bin)
  for (const [program, text] of Object.entries(programs)) {
    fs.writeFileSync(path.join(bin, program), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  return spawnSync(process.execPath, [script], { env: { PATH: bin }, encoding: 'utf8' })
}

const log = path.join(folder, 'apt.log')
const APT = {
  'apt-get': `echo "$@" >> ${log}`,
  'apt-cache': 'echo Package: $2',
  sudo: '[ "$1" = -n ] && shift; exec "$@"',
}

test('without apt the tests end at once with one sentence on what to install', () => {
  const { status, stdout, stderr } = bringTools('nothing', {})
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^The tests need chromium, redis-server, .*: install them \(Debian and Ubuntu: sudo apt-get install -y chromium .*\)\.\n$/,
  )
})

test('what is missing is brought by apt before anything else, and nothing that is there', () => {
  const { status } = bringTools('debian', { ...APT, 'redis-server': '', chromium: '' })
  expect(status).toBe(0)
  const [update, install] = fs.readFileSync(log, 'utf8').trim().split('\n')
  expect(update).toBe('update -qq')
  expect(install).toMatch(/^install -y -qq .*zbar-tools/)
  expect(install).not.toMatch(/redis-server|chromium/)
})

test('a machine without a font for Hindi gets one, as its boxes are wider than letters', () => {
  const needed = (name: string, fonts: string) => bringTools(name, { 'fc-list': fonts }).stderr
  expect(needed('boxes', '')).toContain('fonts-indic')
  expect(needed('letters', 'echo /fonts/Lohit.ttf')).not.toContain('fonts-indic')
})

test('where apt lacks a browser, as on Ubuntu, one sentence names it, and nothing is installed', () => {
  fs.rmSync(log)
  const { status, stderr } = bringTools('ubuntu', {
    ...APT,
    'apt-cache': 'case $2 in chromium|firefox-esr) exit 100;; esac; echo Package: $2',
  })
  expect([status, fs.readFileSync(log, 'utf8')]).toEqual([1, 'update -qq\n'])
  expect(stderr).toMatch(/^apt has no chromium, firefox-esr here \(Ubuntu .*\): install them .*\.\n$/)
})

test('an apt that fails is one sentence with the command to try', () => {
  const { status, stderr } = bringTools('broken', { ...APT, 'apt-get': 'exit 100' })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /apt could not install what the tests need: run .*apt-get install -y .* and see what it says\.\n$/,
  )
})

test('the test command installs its tools first, and CI runs README’s line and deep tests', () => {
  const root = path.join(import.meta.dirname, '../..')
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { test: string }
  }
  expect(scripts.test).toMatch(/^node scripts\/bring-tools\.ts && /)
  const commands = fs.readFileSync(path.join(root, '.ci/run'), 'utf8').trim().split('\n').slice(-2)
  expect(commands).toEqual(['npm ci && npm test', 'npm run test:deep'])
  expect(fs.readFileSync(path.join(root, 'README.md'), 'utf8')).toContain('npm ci && npm test')
})
