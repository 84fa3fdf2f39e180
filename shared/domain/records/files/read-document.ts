import { fileTypeFromBuffer } from 'file-type'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { fieldError } from '../../../platform/domain-error.ts'

const START = '%PDF-'
/** Readers look for the start of a PDF so far into a file: scanners and mail programs put bytes in front. */
const START_WITHIN = 1_024

/**
 * The content of an uploaded document: a PDF by its content, whatever its name and declared type say, of at most 5 MB.
 * What stands in front of it must not be a file of another kind, nor markup. Throws a domain error under `field`.
 */
export async function readDocument(field: string, file: File): Promise<Buffer> {
  if (file.size > LIMITS.document_bytes) throw fieldError(field, TEXTS.document_size, 'PAYLOAD_TOO_LARGE')
  const content = Buffer.from(await file.arrayBuffer())
  const at = content.subarray(0, START_WITHIN).indexOf(START)
  if (at < 0 || content.subarray(0, at).includes('<')) throw fieldError(field, TEXTS.document_pdf)
  const kinds = await Promise.all([fileTypeFromBuffer(content), fileTypeFromBuffer(content.subarray(at))])
  const [whole = kinds[1], pdf] = kinds
  if (whole?.mime !== 'application/pdf' || pdf?.mime !== 'application/pdf') throw fieldError(field, TEXTS.document_pdf)
  return content
}
