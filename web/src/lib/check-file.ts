import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'

/** A hint by type and size; what a file really is, the server decides by its content. */
export function checkPhoto(photo: File): string | null {
  if (!['image/png', 'image/jpeg'].includes(photo.type)) return TEXTS.photo_type
  return photo.size > LIMITS.photo_bytes ? TEXTS.photo_size : null
}

/** What is wrong with a PDF before it is sent, or null. */
export function checkDocument(file: File): string | null {
  if (file.type !== 'application/pdf') return TEXTS.document_pdf
  return file.size > LIMITS.document_bytes ? TEXTS.document_size : null
}

/** Only the size: what a computer calls a CSV depends on the programs it has. */
export const checkCsv = (file: File): string | null => (file.size > LIMITS.import_bytes ? TEXTS.csv_size : null)
