import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../settings/config.ts'
import { hmac, isHmac } from '../secrets.ts'
import { checkedKey, type FileStore } from './file-store.ts'
import { folderStore } from './folder.ts'

/** Files outside the database: photos, documents, ZIPs. Keys are ours, never an uploaded name. */
export interface Storage extends FileStore {
  /** The whole content in memory: for small files only. */
  read(key: string): Promise<Buffer>
  /** A path of this server that serves the file for `seconds` and then stops. */
  signedPath(key: string, seconds: number): string
  /** Whether signature and time of a signed path are right. */
  verify(key: string, expires: string, signature: string): boolean
}

/** The bucket of `STORAGE_URL`, or without it the folder `files` in `DATA_DIR`. */
export function createStorage(config: Config): Storage {
  let opened: Promise<FileStore> | undefined
  const store = () => (opened ??= openStore(config))
  const signed = (key: string, expires: string) => `${key}\n${expires}`
  return {
    put: async (key, content, type) => (await store()).put(checkedKey(key), content, type),
    putFile: async (key, source, type) => (await store()).putFile(checkedKey(key), source, type),
    open: async (key, range) => (await store()).open(checkedKey(key), range),
    read: async (key) => buffer((await (await store()).open(checkedKey(key))).stream),
    remove: async (key) => (await store()).remove(checkedKey(key)),
    signedPath(key, seconds) {
      const expires = String(Math.ceil(Date.now() / 1000) + seconds)
      return `/files/${key}?expires=${expires}&signature=${hmac(config, 'file-link', signed(key, expires)).toString('base64url')}`
    },
    verify(key, expires, signature) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < Date.now()) return false
      return isHmac(config, 'file-link', signed(key, expires), Buffer.from(signature, 'base64url'))
    },
  }
}

/** Makes the place for files when it can be made (a bucket on a server of ours); what a deployment does once, first. */
export async function prepareStorage(config: Config): Promise<void> {
  if (!config.STORAGE_URL) return
  const { ensureBucket } = await import('./s3.ts')
  await ensureBucket(config.STORAGE_URL)
}

/** The S3 client costs 120 ms and 20 MB: only a process that touches a file in a bucket pays. */
async function openStore(config: Config): Promise<FileStore> {
  if (!config.STORAGE_URL) return folderStore(path.join(config.DATA_DIR, 'files'))
  const { s3Store } = await import('./s3.ts')
  return s3Store(config.STORAGE_URL)
}
