import type { Readable } from 'node:stream'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { exportListed } from './export-listed.ts'
import { findPage, type Listed } from './find-page.ts'
import { readPage } from './read-page.ts'

interface Declaration<Input extends ListQuery, Row extends { id: number }> {
  /** As the audit calls its file. */
  name: string
  /** The REST path of its pages. */
  path: string
  /** Fields of the query beside `search` and `sort` that narrow the list. */
  filters?: readonly (keyof Input & string)[]
  listed(asked: VerbArgs<Input, ScopedCtx>): Listed | Promise<Listed>
  /** The rows of these ids, in any order. */
  rows(ctx: ScopedCtx, ids: number[]): Promise<Row[]>
  /** The columns of its file, as SQL. What people typed freely needs `typed`. */
  columns: readonly string[]
  /** Its file's tables, when they are not those of `listed`. */
  fileFrom?(listed: Listed): Listed['from']
}

/** A list: one verb for its pages and one for its file, which is narrowed and ordered in the same way. */
export function declareList<Input extends ListQuery, Row extends { id: number }>({
  name,
  path,
  filters = [],
  listed,
  rows,
  columns,
  fileFrom = ({ from }) => from,
}: Declaration<Input, Row>) {
  return {
    async page({ ctx, input }: VerbArgs<Input, ScopedCtx>): Promise<ListPage<Row>> {
      const source = await listed({ ctx, input })
      return readPage(input, {
        path,
        filters: Object.fromEntries(filters.map((filter) => [filter, input[filter]?.toString()])),
        order: source.order,
        find: (range) => findPage(ctx.db, range, source),
        rows: (ids) => rows(ctx, ids),
      })
    },
    async file({ ctx, input }: VerbArgs<Input, ScopedCtx>): Promise<Readable> {
      const source = await listed({ ctx, input })
      return exportListed(ctx, input, { name, order: source.order, from: fileFrom(source), columns })
    },
  }
}
