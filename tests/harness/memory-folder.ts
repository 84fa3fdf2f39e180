import fs from 'node:fs'

const FOLDER = '/dev/shm'
const ENOUGH_BYTES = 4e9

/** A folder whose files lie in memory, where 4 GB of it are free for files; undefined on other machines. */
export function memoryFolder(): string | undefined {
  if (!fs.existsSync(FOLDER)) return undefined
  const { bavail, bsize } = fs.statfsSync(FOLDER)
  return bavail * bsize > ENOUGH_BYTES ? FOLDER : undefined
}
