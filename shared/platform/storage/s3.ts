import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type FileStore, MissingFile } from './file-store.ts'
import type { S3Place } from '../settings/s3-place.ts'

/** One call takes at most `attempts` times these, and half a second between them. All in milliseconds. */
export interface S3Limits {
  connect_ms: number
  /** From the start of a request, with its body, to the answer's head. */
  request_ms: number
  /** Without a byte in either direction; longer than a slow reader of ours may pause (`send-file.ts`). */
  idle_ms: number
  attempts: number
}

export const S3_LIMITS: S3Limits = { connect_ms: 3_000, request_ms: 20_000, idle_ms: 45_000, attempts: 3 }

/** The least S3 takes, and two at a time: an upload needs about 50 MB, whatever the size of the file. */
const PART_BYTES = 5 * 1024 * 1024
const PARALLEL_PARTS = 2

/**
 * Makes the bucket when it does not exist: only on a server named by `endpoint`, which is ours. A bucket at Amazon is made
 * by hand, with its policies. Throws an Error that says what S3 answered.
 */
export async function ensureBucket(place: S3Place): Promise<void> {
  if (!place.endpoint) return
  const client = openClient(place, S3_LIMITS)
  const Bucket = place.bucket
  try {
    await client.send(new HeadBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (!(error instanceof NotFound)) throw error
      await client.send(new CreateBucketCommand({ Bucket })).catch((second: unknown) => {
        // Another process made it at the same moment.
        if (!(second instanceof BucketAlreadyOwnedByYou)) throw second
      })
    })
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new Error(`The bucket ${Bucket} of STORAGE_URL is not there and could not be made: ${reason}`, {
      cause: error,
    })
  } finally {
    client.destroy()
  }
}

/**
 * Files in a bucket of S3 or of a server that speaks its language. Objects belong to the bucket's owner alone: no ACL
 * is sent, as buckets that have ACLs switched off (the default) reject one. Credentials come from the SDK's own chain.
 */
export function s3Store(place: S3Place, limits: S3Limits = S3_LIMITS): FileStore {
  const client = openClient(place, limits)
  const at = (key: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${key}` })
  const failed = (what: string, key: string) => (error: unknown) => {
    if (error instanceof NoSuchKey) throw new MissingFile(key)
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new Error(`S3 bucket ${place.bucket} did not ${what} ${key}: ${reason}`, { cause: error })
  }
  return {
    async put(key, content, type) {
      await client
        .send(new PutObjectCommand({ ...at(key), Body: content, ContentType: type }))
        .catch(failed('take', key))
    },
    async putFile(key, source, type) {
      const stream = createReadStream(source)
      // Small ones go as one object. When a part fails for good the upload is aborted and its parts are dropped.
      const upload = new Upload({
        client,
        params: { ...at(key), Body: stream, ContentType: type },
        partSize: PART_BYTES,
        queueSize: PARALLEL_PARTS,
      })
      await upload
        .done()
        .catch(failed('take', key))
        .finally(() => stream.destroy())
    },
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const object = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(failed('give', key))
      if (!(object.Body instanceof Readable) || object.ContentLength === undefined) {
        throw new Error(`S3 bucket ${place.bucket} gave ${key} without its length`)
      }
      return { stream: object.Body, bytes: object.ContentLength }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(failed('remove', key))
    },
  }
}

const openClient = (place: S3Place, limits: S3Limits) =>
  new S3Client({
    region: place.region,
    ...(place.endpoint ? { endpoint: place.endpoint, forcePathStyle: true } : {}),
    // Other servers do not know the newer check sums. What we send is protected without: its SHA-256 is signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Waiting for "100 Continue" costs a new connection for each part, and a time-out where a server never says it.
    expectContinueHeader: false,
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connect_ms,
      requestTimeout: limits.request_ms,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idle_ms,
    },
  })
