import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** The program and arguments of a process; empty when it does not live. Linux has them as a file, macOS only in `ps`. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    // Without -ww it is cut to the width of a screen.
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'args='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
