import type { z } from 'zod'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { CsvTable } from './read-csv.ts'

export interface RowRules<Row> {
  schema: z.ZodType<Row>
  /** Turns the text of a cell into what the schema of a form takes. */
  cell: (column: string, text: string) => unknown
  /** What may be in the file once, and the column a repetition is reported under. */
  keyOf: (row: Row) => string
  key_column: string
}

type Mistakes = Map<string, string[]>

/**
 * Every row through the schema of the form. Throws BAD_REQUEST with the number of wrong rows under `non_field_errors`
 * and, for the first hundred of them, texts under `<line>.<column>`.
 */
export function checkRows<Row>({ header, rows }: CsvTable, rules: RowRules<Row>): Row[] {
  const good: Row[] = []
  const wrong: { line: number; mistakes: Mistakes }[] = []
  const lines = new Map<string, number>()
  for (const { line, cells } of rows) {
    const mistakes: Mistakes = new Map()
    const parsed = cells.length === header.length ? rules.schema.safeParse(toInput(header, cells, rules)) : null
    if (!parsed) mistakes.set('row', [TEXTS.csv_cells(cells.length, header.length)])
    for (const issue of parsed?.error?.issues ?? []) {
      const column = String(issue.path[0] ?? 'row')
      mistakes.set(column, [...new Set([...(mistakes.get(column) ?? []), issue.message])])
    }
    if (parsed?.success) {
      const key = rules.keyOf(parsed.data)
      const earlier = lines.get(key)
      if (earlier !== undefined) mistakes.set(rules.key_column, [TEXTS.csv_repeated(earlier)])
      else lines.set(key, line)
      good.push(parsed.data)
    }
    if (mistakes.size > 0) wrong.push({ line, mistakes })
  }
  if (wrong.length === 0) return good
  const listed = wrong
    .slice(0, LIMITS.import_mistakes)
    .flatMap(({ line, mistakes }) => [...mistakes].map(([column, texts]) => [`${line}.${column}`, texts]))
  throw new DomainError('BAD_REQUEST', {
    non_field_errors: [TEXTS.csv_rows_wrong(wrong.length)],
    ...Object.fromEntries(listed),
  })
}

const toInput = <Row>(header: string[], cells: string[], { cell }: RowRules<Row>): Record<string, unknown> =>
  Object.fromEntries(header.map((column, place) => [column, cell(column, cells[place]!.trim())]))
