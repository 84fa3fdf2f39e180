import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInstallation, type Installation } from './engine.ts'

let tvarit: Installation
beforeAll(async () => (tvarit = await createInstallation({ settings: { TVARIT_VERSION: '0.1.0' } })))
afterAll(() => tvarit?.remove())

const images = async () => {
  const containers = [...(await tvarit.containers('server')), ...(await tvarit.containers('worker'))]
  return tvarit.command('docker', 'inspect', '--format', '{{.Image}}', ...containers)
}

test('the version before comes back from its image, without a builder', async () => {
  await tvarit.compose('build')
  await tvarit.compose('up', '--detach', '--wait')
  const first = await images()
  tvarit.nextVersion()
  await tvarit.command('sh', '-c', 'TVARIT_VERSION=0.1.1 sh deploy/roll-out.sh')
  expect(await images()).not.toBe(first)
  tvarit.nextVersion()
  await tvarit.documented('Going back')
  expect(await images()).toBe(first)
})
