import fs from 'node:fs'
import path from 'node:path'
import { settingsTable } from '@tvarit/shared/platform/settings/config'
import { expect, test } from 'vitest'
import { documentedBlocks } from '../containers/documented-commands.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const operations = read('docs/operations.md')
const runbook = read('docs/runbook.md')
const containers = fs
  .globSync('tests/containers/*.ts', { cwd: root })
  .map((file) => read(file))
  .join('\n')

test('docs/operations.md has at most 400 lines, in the order of a first week', () => {
  expect(operations.split('\n').length).toBeLessThanOrEqual(401)
  expect([...operations.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(
    'Start, Look, Back up, Restore, Upgrade, Roll back, Rotate, Scale, Move, When something is wrong'.split(', '),
  )
})

test('each block of commands in operations and runbook is run by a test, as it is printed', () => {
  const blocks = documentedBlocks()
  expect(blocks.length).toBeGreaterThan(20)
  const run = ({ heading }: { heading: string }) =>
    new RegExp(`\\b(documented|documentedCommands|changed)\\('${heading}'`).test(containers) ||
    new RegExp(`^  \\['${heading}', `, 'm').test(containers)
  expect(blocks.filter((block) => !run(block)).map(({ heading }) => heading)).toEqual([])
})

/** Commands within a sentence, and the test that runs each. */
const RUN_BY = {
  'npm start': 'tests/deep/start.test.ts',
  'docker compose down --volumes': 'tests/containers/backup.test.ts',
  'npm run check': '.ci',
}

test('a command within a sentence is one of a block, or has a test of its own', () => {
  const blocks = documentedBlocks().map(({ text }) => text)
  const inline = [...`${operations}${runbook}`.matchAll(/`((?:docker|sh|npm|node|kubectl|psql|haproxy|curl) [^`]+)`/g)]
  const untested = inline
    .map(([, command]) => command!)
    .filter((command) => !Object.hasOwn(RUN_BY, command) && !blocks.some((text) => text.includes(command)))
  // Not to be typed.
  expect(untested).toEqual(['docker kill --signal'])
  for (const file of Object.values(RUN_BY)) expect(fs.existsSync(path.join(root, file))).toBe(true)
})

test('every setting says what it means, and documents name only settings that there are', () => {
  const settings = settingsTable()
  for (const { name, meaning } of settings) expect([name, meaning]).toEqual([name, expect.stringMatching(/^.{10,}\.$/)])
  const known = new Set(settings.map(({ name }) => name))
  const compose = read('docker-compose.yml') + read('deploy/make-env.sh')
  const named = [...`${operations}${runbook}`.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(
    ([, name]) => name!,
  )
  expect(named.length).toBeGreaterThan(40)
  const outside = ['VERIFY_LOGIN', 'VERIFY_PASSWORD']
  expect(named.filter((name) => !known.has(name) && !outside.includes(name) && !compose.includes(name))).toEqual([])
})
