import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { commandLine } from '@tvarit/shared/platform/settings/command-line'
import { expect, onTestFinished, test, vi } from 'vitest'

/** As on a machine that has no `/proc`. */
function onMac(pid: number): string {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' })
  try {
    return commandLine(pid)
  } finally {
    Object.defineProperty(process, 'platform', platform)
  }
}

test.skipIf(process.platform !== 'linux')(
  '`ps` says of a process what /proc says, however long and narrow',
  async () => {
    vi.stubEnv('COLUMNS', '40')
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = `/a folder/${'x'.repeat(300)}`
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)', '--', '-D', folder])
    await once(child.stdout, 'data')
    expect(commandLine(child.pid!)).toContain(`-D ${folder}`)
    expect(onMac(child.pid!).trim()).toBe(commandLine(child.pid!).trim())
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([commandLine(child.pid!), onMac(child.pid!)]).toEqual(['', ''])
  },
)
