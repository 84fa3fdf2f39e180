import type { Readable } from 'node:stream'
import { DomainError } from '../domain-error.ts'

/** A file that is being read: the caller reads the stream to its end or destroys it. */
export interface OpenFile {
  stream: Readable
  bytes: number
}

/** Bytes of a file, both inclusive, as in HTTP. The caller knows that the file has them. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes lie: a folder or a bucket. Writing replaces a file as a whole or not at all; readers of the old one
 * read it to its end. Reading what is not there throws MissingFile, anything else that fails an Error with a sentence.
 */
export interface FileStore {
  put(key: string, content: Buffer, type: string): Promise<void>
  /** Keeps a copy of a local file without having it in memory. The caller removes its own. */
  putFile(key: string, source: string, type: string): Promise<void>
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
}

/** Nothing is stored under this key. As a domain error it is a 404 wherever a caller gives no better one. */
export class MissingFile extends DomainError {
  readonly key: string

  constructor(key: string) {
    super('NOT_FOUND', 'This file does not exist any more.')
    this.key = key
  }
}

/**
 * The key, if it is one of ours: `folder/name.extension` in small letters, digits and hyphens. Nothing in it can leave
 * the folder or hide a file. Keys are never uploaded names, so anything else is a mistake of ours.
 */
export function checkedKey(key: string): string {
  if (key.length > 200 || !/^(?:[a-z0-9][a-z0-9-]*\/)+[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/.test(key)) {
    throw new Error(`Not a key of a stored file: ${JSON.stringify(key.slice(0, 200))}`)
  }
  return key
}
