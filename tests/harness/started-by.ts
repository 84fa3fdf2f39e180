import fs from 'node:fs'

/** The processes that a process (its main thread) has started and that have not ended; none when it is gone itself. */
export function startedBy(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
