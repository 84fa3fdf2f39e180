import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packInChildProcess } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-in-child-process'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { afterAll, expect, test } from 'vitest'
import { startedBy } from '../harness/started-by.ts'
import { until } from '../harness/until.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'packing-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** What earlier files of this process have left, if anything. */
const others = startedBy(process.pid)
const packer = () => startedBy(process.pid).find((pid) => !others.includes(pid))!

/** Enough work that a test comes in between. */
const stickers = Array.from({ length: 3_000 }, () => {
  const { serial_number, coupon_code, token } = newCodes()
  return `${serial_number},${coupon_code},https://tvarit.example/s/${token}`
}).join('\n')
const input = (name: string) => ({
  path: path.join(folder, name),
  stickers,
  title: 'Test',
  style: 'branded' as const,
  brand: 'Tvarit',
  phone: '1800 000 0000',
  created_at: new Date(),
})

/** The fields of /proc/.../stat after the name. */
const statOf = (file: string): string[] => {
  const stat = fs.readFileSync(file, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
const isAlive = (pid: number) => fs.existsSync(`/proc/${pid}`) && statOf(`/proc/${pid}/stat`)[0] !== 'Z'
const SCHED_IDLE = '5'

test.runIf(process.platform === 'linux')(
  'all threads of the packing process run at idle priority, without our secrets',
  async () => {
    process.env['SECRET_OF_THE_TEST'] = 'lantern'
    const packing = packInChildProcess(input('idle.zip'), 'idle')
    await until('it packs', () => packing.progress() > 0)
    const pid = packer()
    const threads = fs.readdirSync(`/proc/${pid}/task`)
    expect(threads.length).toBeGreaterThan(1)
    for (const thread of threads) expect(statOf(`/proc/${pid}/task/${thread}/stat`)[38]).toBe(SCHED_IDLE)
    expect(statOf('/proc/self/stat')[38]).toBe('0')
    expect(fs.readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('lantern')
    expect(await packing.done).toBe(fs.statSync(path.join(folder, 'idle.zip')).size)
    await packing.stop()
    expect(packing.progress()).toBeGreaterThan(0.5)
    expect(isAlive(pid)).toBe(false)
  },
)

test('a stopped packing process is gone, and one that dies reports how', async () => {
  const stopped = packInChildProcess(input('stopped.zip'), 'normal')
  await until('it packs', () => stopped.progress() > 0)
  const pid = packer()
  await stopped.stop()
  expect(isAlive(pid)).toBe(false)
  await expect(stopped.done).rejects.toThrow('The drawing process ended with SIGKILL before it was done')

  const terminated = packInChildProcess(input('terminated.zip'), 'normal')
  await until('it packs', () => terminated.progress() > 0)
  expect(statOf(`/proc/${packer()}/stat`)[38]).toBe('0')
  // As from a terminal or a service manager, which tell the whole group: the worker lets running jobs end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(packer(), signal)
  expect(await terminated.done).toBeGreaterThan(0)
  await terminated.stop()

  const rejected = packInChildProcess(input('away/rejected.zip'), 'normal')
  await expect(rejected.done).rejects.toThrow('ENOENT')
})

test('it ends when its worker was killed', async () => {
  const program = path.join(folder, 'worker.ts')
  const apart = import.meta.resolve('@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-in-child-process')
  fs.writeFileSync(
    program,
    `const { packInChildProcess } = await import(${JSON.stringify(apart)})
    const packing = packInChildProcess({ ...${JSON.stringify(input('orphan.zip'))}, created_at: new Date() }, 'normal')
    setInterval(() => packing.progress() > 0 && process.send('packs'), 20)`,
  )
  const worker: ChildProcess = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(worker, 'message')
  const [pid] = startedBy(worker.pid!)
  worker.kill('SIGKILL')
  await until('it is gone', () => !isAlive(pid!))
  expect(fs.existsSync(path.join(folder, 'orphan.zip'))).toBe(false)
})
