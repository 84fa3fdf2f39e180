import { MulterError } from 'multer'
import type { OutsideError } from '../trpc/error-map.ts'
import { tooLargeText } from '../trpc/trpc-handler.ts'

/** Malformed or oversize bodies, rejected by Express or multer before a procedure sees them. */
export function bodyProblem(error: unknown): OutsideError | null {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') {
      const field = error.field ?? 'photo'
      return { status: 413, body: { [field]: [tooLargeText(field)] }, unexpected: false }
    }
    return {
      status: 400,
      body: { [error.field ?? 'non_field_errors']: ['This upload is not expected.'] },
      unexpected: false,
    }
  }
  const failure = error as { status?: unknown; type?: unknown; message?: unknown; expose?: unknown } | null
  // `expose`: Express blames the caller. A body that cannot be unpacked has no type.
  if (failure?.expose === true && typeof failure.status === 'number' && failure.status < 500) {
    const detail = BODY_PROBLEMS[String(failure.type)] ?? 'The request could not be read.'
    return { status: failure.status, body: { detail }, unexpected: false }
  }
  const message = typeof failure?.message === 'string' ? failure.message : ''
  if (/^(Multipart|Malformed part|Unexpected end of form|Malformed)/i.test(message)) {
    return { status: 400, body: { detail: 'The form could not be read.' }, unexpected: false }
  }
  if (message.startsWith('Unsupported content type')) {
    return { status: 415, body: { detail: 'The form must be sent as multipart/form-data.' }, unexpected: false }
  }
  if (error instanceof URIError)
    return { status: 400, body: { detail: 'The address could not be read.' }, unexpected: false }
  return null
}

const BODY_PROBLEMS: Record<string, string> = {
  'entity.parse.failed': 'The request is not valid JSON.',
  'entity.too.large': 'The request is too large.',
  'encoding.unsupported': 'This encoding is not supported.',
  'charset.unsupported': 'This character set is not supported.',
}
