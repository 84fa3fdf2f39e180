import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fillComposeFile, NEEDED, root } from '../harness/compose-file.ts'

const run = promisify(execFile)

test('make-env.sh writes secrets nobody has, for the owner only, and never over others', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-env-'))
  fs.cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true })
  const make = () => run('sh', ['deploy/make-env.sh'], { cwd: folder })
  await make()
  const file = path.join(folder, '.env')
  const first = fs.readFileSync(file, 'utf8')
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  await expect(make()).rejects.toThrow('exists already')
  expect(fs.readFileSync(file, 'utf8')).toBe(first)
  fs.rmSync(file)
  await make()
  const secrets = (text: string) => [...text.matchAll(/^(\w+)=([0-9a-f]{48})$/gm)].map(([, , value]) => value)
  expect(secrets(first)).toHaveLength(9)
  expect(new Set([...secrets(first), ...secrets(fs.readFileSync(file, 'utf8'))]).size).toBe(18)
  const variables = Object.fromEntries(
    [...first.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value!]),
  )
  expect(fillComposeFile(variables).services.server!.environment!.SECRET_KEY).toBe(variables.SECRET_KEY)
  fs.rmSync(folder, { recursive: true })
})

test('what make-env.sh proposes for synthetic scans fits a certificate and leads to the proxy', () => {
  const text = fs.readFileSync(path.join(root, 'deploy/make-env.sh'), 'utf8')
  const proposed = Object.fromEntries([...text.matchAll(/^# (\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!]))
  const { services } = fillComposeFile({ ...NEEDED, ...proposed })
  const { hostname, port, protocol } = new URL(proposed.SYNTHETIC_URL!)
  expect([protocol, hostname]).toEqual(['https:', new URL(proposed.PUBLIC_URL!).hostname])
  expect(services.proxy!.networks).toEqual({ outside: { aliases: [hostname] } })
  expect(services.proxy!.environment!.LISTEN_HTTPS).toBe(`:${port}`)
  expect(services.worker!.environment!.SYNTHETIC_URL).toBe(proposed.SYNTHETIC_URL)
})
