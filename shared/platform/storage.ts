import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from './config.ts'
import { equalSecrets, hmac } from './secrets.ts'

/** Files outside the database: photos, documents, ZIPs. Keys are ours, never a name somebody sent. */
export interface Storage {
  put(key: string, content: Buffer, type: string): Promise<void>
  read(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** A path of this server that serves the file for `seconds` and then stops. */
  signedPath(key: string, seconds: number): string
  /** The key of a signed path when signature and time are right, else null. */
  verify(key: string, expires: string, signature: string): boolean
}

export function createStorage(config: Config): Storage {
  const disk = new Disk(new FSDriver({ location: path.join(config.DATA_DIR, 'files'), visibility: 'private' }))
  const sign = (key: string, expires: string) =>
    hmac(config.SECRET_KEY, 'file-link', `${key}\n${expires}`).toString('base64url')
  return {
    put: (key, content, type) => disk.put(key, content, { contentType: type }),
    read: async (key) => Buffer.from(await disk.getBytes(key)),
    remove: (key) => disk.delete(key),
    signedPath(key, seconds) {
      const expires = String(Math.ceil(Date.now() / 1000) + seconds)
      return `/files/${key}?expires=${expires}&signature=${sign(key, expires)}`
    },
    verify(key, expires, signature) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < Date.now()) return false
      return equalSecrets(Buffer.from(sign(key, expires)), Buffer.from(signature))
    },
  }
}
