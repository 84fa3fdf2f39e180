import { pipeline } from 'node:stream/promises'
import type { Log } from '@tvarit/shared/platform/log/log'
import type { OpenFile } from '@tvarit/shared/platform/storage/file-store'
import type { Response } from 'express'

/**
 * Sends a stored file as the whole answer, with its length, a piece at a time. A client that leaves early frees the
 * source. When the source breaks in the middle the connection is cut, because part of a file must not look like a whole
 * one.
 */
export async function sendFile(
  log: Log,
  response: Response,
  file: OpenFile,
  headers: Record<string, string>,
): Promise<void> {
  response.set({ 'accept-ranges': 'none', ...headers, 'content-length': String(file.bytes) })
  if (response.req.method === 'HEAD') {
    file.stream.destroy()
    response.end()
    return
  }
  try {
    await pipeline(file.stream, response)
  } catch (error) {
    const left = (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!left) log.warn({ error }, 'a file was sent only in part')
  } finally {
    // Given a response that is closed already, `pipeline` does not touch the source, and the file stays open.
    file.stream.destroy()
  }
}
