import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect, test } from 'vitest'
import { startProduct } from '../harness/start-product.ts'
import { until } from '../harness/until.ts'

const root = path.join(import.meta.dirname, '../..')

test('the seed and the product use one data folder, one after the other', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-seed-'))
  fs.chmodSync(folder, 0o755)
  const settings = { DATA_DIR: folder, PORT: String(await freePort()) }
  const seed = () =>
    spawnSync(process.execPath, [path.join(root, 'scripts/seed.ts'), '--subscribers', '10', '--coupons', '20'], {
      env: { PATH: process.env.PATH, ...settings },
      encoding: 'utf8',
    })
  expect(seed()).toMatchObject({ status: 0, stderr: '' })
  const product = startProduct(settings)
  await until('it is ready', () => product.output().includes('Tvarit is ready'))
  product.child.kill('SIGINT')
  expect(await product.exited).toBe(0)
  expect(seed().stderr).toMatch(/^This database was filled before/)
  fs.rmSync(folder, { recursive: true })
})
