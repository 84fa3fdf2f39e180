import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import type { ListQuery } from '../../../contracts/lists.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { isoInIndia } from '../../../platform/database/india-sql.ts'
import type { Listed } from './find-page.ts'
import { orderBy } from './order.ts'
import { csvCell } from './csv-cell.ts'
import { openExport } from './open-export.ts'

/** A list as a file. */
interface ListFile extends Listed {
  name: string
  /** The columns of the file, as SQL. What people typed freely needs `typed`. */
  columns: readonly string[]
}

/** All rows of a list, in its order. The audit says which list and how it was narrowed, but not what was searched. */
export function exportListed(
  ctx: SignedInCtx,
  { search, page: _page, page_size: _size, cursor: _cursor, go_to: _to, ...narrowed }: ListQuery,
  { name, from, order, columns }: ListFile,
): Promise<Readable> {
  const query = sql`select ${sql.raw(columns.join(', '))} from ${from}
    order by ${orderBy(order, { backwards: false })}`.compile(ctx.db)
  return openExport(ctx, withoutParameters(query), {
    action: 'list.exported',
    subject: 'list',
    detail: { list: name, ...narrowed, ...(search ? { searched: true } : {}) },
  })
}

/** A cell that may not be taken for a formula. */
export const typed = (column: string, name = column.replace(/^\w+\./, '')): string => `${csvCell(column)} as ${name}`

/** A moment on the clock of India. */
export const moment = (column: string, name = column.replace(/^\w+\./, '')): string =>
  `${isoInIndia(column)} as ${name}`

/** COPY takes no parameters: each is quoted into the text. */
const withoutParameters = (query: { sql: string; parameters: readonly unknown[] }): string =>
  query.sql.replaceAll(/\$(\d+)/g, (_, place: string) => literal(query.parameters[Number(place) - 1]))

function literal(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // A NUL would end the text of the statement; as a parameter PostgreSQL rejects it in these words.
  if (typeof value === 'string' && value.includes('\0')) throw new DomainError('BAD_REQUEST', TEXTS.text_unstorable)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  throw new TypeError('This parameter has no literal')
}
