import { CsvError, parse } from 'csv-parse/sync'
import { LIMITS } from '../../contracts/limits.ts'
import { OPTIONAL_COLUMNS } from '../../contracts/registry.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { fieldError } from '../../platform/domain-error.ts'

export interface CsvRow {
  /** The line it begins on; the header is usually line 1. */
  line: number
  cells: string[]
}

export interface CsvTable {
  header: string[]
  rows: CsvRow[]
}

/** What csv-parse gives for each row with `info` and `raw`. */
interface Parsed {
  info: { lines: number }
  raw: string
  record: string[]
}

/**
 * Reads an uploaded CSV with a header of these columns in any order. What it is is decided by its content: UTF-8 text
 * up to 1 MB and 5,000 rows. Throws a domain error under `file`.
 */
export async function readCsv(file: File, columns: readonly string[]): Promise<CsvTable> {
  if (file.size > LIMITS.import_bytes) throw fieldError('file', TEXTS.csv_size, 'PAYLOAD_TOO_LARGE')
  const [head, ...rows] = parseText(decode(await file.arrayBuffer()))
  if (!head || rows.length === 0) throw fieldError('file', TEXTS.csv_empty)
  if (rows.length > LIMITS.import_rows) throw fieldError('file', TEXTS.csv_too_many)
  return { header: checkHeader(head.cells, columns), rows }
}

function decode(content: ArrayBuffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    if (!text.includes('\0')) return text.normalize('NFC')
  } catch {
    // Not UTF-8: said below.
  }
  throw fieldError('file', TEXTS.csv_not_text)
}

function parseText(text: string): CsvRow[] {
  try {
    // One row more than the header and the most that is taken shows that there are too many.
    const options = { info: true, raw: true, relax_column_count: true, skip_records_with_empty_values: true } as const
    const parsed = parse(text, { ...options, to: LIMITS.import_rows + 2 }) as unknown as Parsed[]
    return parsed.map(({ info, raw, record }) => ({ line: info.lines - breaks(raw.trim()), cells: record }))
  } catch (error) {
    if (error instanceof CsvError) throw fieldError('file', TEXTS.csv_broken(Number(error.lines) || 1))
    throw error
  }
}

/** Line breaks inside quoted cells; `info.lines` is where the row ends. */
const breaks = (raw: string): number => raw.split(/\r\n|\r|\n/).length - 1

function checkHeader(cells: string[], columns: readonly string[]): string[] {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  const strange = header.filter((name, place) => !columns.includes(name) || header.indexOf(name) !== place)
  if (strange.length > 0) throw fieldError('file', TEXTS.csv_unknown(shortened(strange)))
  const missing = columns.filter((name) => !OPTIONAL_COLUMNS.includes(name) && !header.includes(name))
  if (missing.length > 0) throw fieldError('file', TEXTS.csv_missing(missing.join(', ')))
  return header
}

/** Cut: a header can be a megabyte of nonsense. */
const shortened = (names: string[]): string => {
  const first = names.slice(0, 5).map((name) => (name.length > 30 ? `${name.slice(0, 30)}…` : name || '(empty)'))
  return [...first, ...(names.length > 5 ? ['…'] : [])].join(', ')
}
