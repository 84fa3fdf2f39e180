import { fileTypeFromBuffer } from 'file-type'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { fieldError } from '../../../platform/domain-error.ts'

const START = Buffer.from('%PDF-')

/**
 * The content of an uploaded document: a PDF by its content, whatever its name and declared type say, of at most 5 MB.
 * Throws a domain error under `field`.
 */
export async function readDocument(field: string, file: File): Promise<Buffer> {
  if (file.size > LIMITS.document_bytes) throw fieldError(field, TEXTS.document_size, 'PAYLOAD_TOO_LARGE')
  const content = Buffer.from(await file.arrayBuffer())
  const type = content.subarray(0, START.length).equals(START) ? await fileTypeFromBuffer(content) : undefined
  if (type?.mime !== 'application/pdf') throw fieldError(field, TEXTS.document_pdf)
  return content
}
