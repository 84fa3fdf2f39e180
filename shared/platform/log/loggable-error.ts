/** What of an error may be written down. */
export interface LoggableError {
  type: string
  message: string
  code?: string
  /** PostgreSQL: what was violated, without the values that did. */
  constraint?: string
  table?: string
  column?: string
  status?: number
  /** Where it was thrown, innermost first. */
  frames?: string[]
  cause?: LoggableError
  errors?: LoggableError[]
}

const DEEPEST = 4
const FRAMES = 12

/**
 * An error without what it quotes. Libraries put values into messages and fields: PostgreSQL names the phone number that
 * exists already in `detail`, fetch the whole address, parsers the text they could not read. So only known fields are
 * taken, and messages are cleaned.
 */
export function toLoggable(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' }
  const { code, constraint, table, column, status, cause } = error as Error & Record<string, unknown>
  const errors = error instanceof AggregateError && depth < DEEPEST ? (error.errors as unknown[]) : []
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: clean(quotesInput(error) ? withoutQuotes(error.message) : error.message),
    ...text('code', code),
    ...text('constraint', constraint),
    ...text('table', table),
    ...text('column', column),
    ...(typeof status === 'number' ? { status } : {}),
    frames: framesOf(error),
    ...(cause !== undefined && depth < DEEPEST ? { cause: toLoggable(cause, depth + 1) } : {}),
    ...(errors.length > 0 ? { errors: errors.slice(0, 5).map((each) => toLoggable(each, depth + 1)) } : {}),
  }
}

const text = (name: 'code' | 'constraint' | 'table' | 'column', value: unknown) =>
  typeof value === 'string' && /^\w{1,63}$/.test(value) ? { [name]: value } : {}

/** PostgreSQL's class 22 (a value it cannot take), and parsers. */
const quotesInput = (error: Error): boolean =>
  error instanceof SyntaxError || String((error as { code?: unknown }).code).startsWith('22')

const withoutQuotes = (message: string): string => message.replace(/"[\s\S]*"/, '"…"').replace(/'[\s\S]*'/, "'…'")

/** Messages without addresses, numbers as long as a code or a phone, and words that look like tokens. */
export function clean(message: string): string {
  return message
    .slice(0, 500)
    .replace(/\b([a-z][a-z+.-]*:\/\/)(?:[^\s/@"']*@)?([^\s/"'?#]*)[^\s"']*/gi, '$1$2/…')
    .replace(/[^\s"'<>@]+@[^\s"'<>@]+/g, '[address]')
    .replace(/\/[\w-]{1,3}\/[\w-]{16,}/g, '/…')
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{14,}\b/g, '[token]')
    .replace(/\+?\d(?:[ -]?\d){5,}/g, '[number]')
}

/** Lines of the stack that are places; its head repeats the message. */
function framesOf({ stack }: Error): string[] {
  const lines = (stack ?? '').split('\n').map((line) => line.trim())
  return lines.filter((line) => /^at .*:\d+:\d+\)?$/.test(line)).slice(0, FRAMES)
}
