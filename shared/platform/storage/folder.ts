import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type FileStore, MissingFile } from './file-store.ts'

/** Files in a folder that only our account can read. They survive a power cut whole: see `replace`. */
export function folderStore(root: string): FileStore {
  return {
    put: (key, content) =>
      replace(path.join(root, key), (temporary) => writeFile(temporary, content, { flag: 'wx', mode: 0o600 })),
    putFile: (key, source) =>
      replace(path.join(root, key), async (temporary) => {
        // The kernel copies, or only refers to the same blocks where the file system can.
        await copyFile(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        await chmod(temporary, 0o600)
      }),
    async open(key, range) {
      const file = await open(path.join(root, key)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new MissingFile(key) : error
      })
      if (range) return { stream: file.createReadStream(range), bytes: range.end - range.start + 1 }
      // Size and content of the same file, whatever takes its name meanwhile.
      const { size } = await file.stat()
      return { stream: file.createReadStream(), bytes: size }
    },
    remove: (key) => rm(path.join(root, key), { force: true }),
  }
}

/**
 * Writes beside the target and renames at the end, both brought to the disk: after this returns the new file is there
 * also after a power cut, and before that the old one. What fails leaves nothing; only a process that is killed in
 * between leaves its `.part`.
 */
async function replace(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const folder = path.dirname(target)
  const temporary = path.join(folder, `.${randomUUID()}.part`)
  try {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 })
    await write(temporary)
    await sync(temporary)
    await rename(temporary, target)
    await syncFolder(folder)
    // A new folder is itself an entry of the folder above.
    for (let made = folder; created && made.length >= created.length; made = path.dirname(made)) {
      await syncFolder(path.dirname(made))
    }
  } catch (error) {
    // The first error is the one to report.
    await rm(temporary, { force: true }).catch(() => {})
    const full = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
    throw full ? new Error('No space is left for files: make room in DATA_DIR.', { cause: error }) : error
  }
}

/** Waits until content (or the entries of a folder) is on the disk and not only in memory. */
async function sync(name: string): Promise<void> {
  const file = await open(name)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Some platforms and network file systems do not bring folders to the disk on demand; there it is left to them. */
async function syncFolder(folder: string): Promise<void> {
  await sync(folder).catch((error: unknown) => {
    if (!/^(EINVAL|EISDIR|EPERM|EACCES|ENOTSUP)$/.test(codeOf(error))) throw error
  })
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
