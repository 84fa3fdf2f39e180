import { type RawBuilder, sql } from 'kysely'
import type { ImportAnswer } from '../../contracts/registry.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { DomainError, fieldError } from '../../platform/domain-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { createOnce } from '../records/create-once.ts'
import { type RowRules, checkRows } from './check-rows.ts'
import { readCsv } from './read-csv.ts'

type Values = Record<string, unknown>

/** What tells one registry from the other. `Fields` are what an admin writes. */
interface Declaration<Row, Fields, Imported extends object> {
  subject: 'ambulance' | 'hospital'
  table: 'ambulances' | 'hospitals'
  /** The columns of `Fields` with their SQL types. */
  types: Record<keyof Fields & string, string>
  /** What a new row has where a file says nothing. */
  defaults: Partial<Fields>
  /** SQL: whether `stored` and `given` are the same one. Both are names of rows. */
  isSame: (stored: RawBuilder<unknown>, given: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Columns that change when one is retired, and when it is registered again. */
  on_retire?: Values
  on_revive?: Values
  /** Throws while a locked row may not be retired. */
  beforeRetire?: (db: Tx, id: number) => Promise<void>
  /** What the audit says of a new and of a retired row. */
  added: (fields: Fields, revived: boolean) => Values
  retired: (row: Row) => Values
  /** Rows of these ids as callers see them, retired ones too, in any order. */
  rows: (db: Db, ids: number[]) => Promise<Row[]>
  file: RowRules<Imported> & {
    columns: readonly string[]
    /** What an empty cell clears; in other columns it keeps what is stored. */
    cleared?: string
  }
  texts: { not_found: string; taken: string; taken_by_retired?: string; retired: string }
}

/**
 * The verbs of a registry. One row stays one row: a retired one is kept for the past of alerts, and names and numbers have
 * one writer at a time.
 */
export function declareRegistry<Row extends object, Fields extends object, Imported extends object>(
  registry: Declaration<Row, Fields, Imported>,
) {
  const { subject, types, texts, file } = registry
  const table = sql.table(registry.table)
  const columns = Object.entries<string>(types)

  async function read(db: Db, id: number): Promise<Row> {
    const [row] = await registry.rows(db, [id])
    if (!row) throw new DomainError('NOT_FOUND', texts.not_found)
    return row
  }

  /**
   * Locks an active row. FOR UPDATE, because a dispatch that is being written holds the row by its foreign key: a weaker
   * lock would not wait for it.
   */
  async function lockRow(db: Tx, id: number): Promise<Row> {
    const { rows } = await sql`
      select from ${table} where id = ${id} and retired_at is null for update`.execute(db)
    if (!rows[0]) throw new DomainError('NOT_FOUND', texts.not_found)
    return read(db, id)
  }

  /** Until the transaction ends. */
  const lockNames = (db: Tx) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`registry.${registry.table}`}, 0))`.execute(db)

  const given = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
    (${sql.raw(columns.map(([name, type]) => `${name} ${type}`).join(', '))})`

  const set = (changes: Values) =>
    sql.join(Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

  /** The row that is the same as `fields`, if any; an active one before a retired one. */
  async function findSame(db: Tx, fields: object): Promise<{ id: number; active: boolean } | undefined> {
    const { rows } = await sql<{ id: number; active: boolean }>`
      select stored.id, stored.retired_at is null as active from ${given([fields])}
      join ${table} stored on ${registry.isSame(sql`stored`, sql`given`)}
      order by active desc limit 1`.execute(db)
    return rows[0]
  }

  /** Adds and updates in one statement that touches only changed rows, so that no reference to another one waits. */
  async function upsert(db: Tx, rows: readonly object[], cleared?: string): Promise<{ id: number; is_new: boolean }[]> {
    const names = (row: string) => sql.raw(columns.map(([name]) => `${row}.${name}`).join(', '))
    const each = (value: (name: string) => RawBuilder<unknown>) => sql.join(columns.map(([name]) => value(name)))
    const defaults = registry.defaults as Values
    const revived = Object.entries({ retired_at: null, ...registry.on_revive }).map(
      ([name, value]) => sql`${sql.ref(name)} = case when known.retired then ${value} else stored.${sql.ref(name)} end`,
    )
    const written = await sql<{ id: number; is_new: boolean }>`
      with given as (select * from ${given(rows)}),
      known as (
        select stored.id, stored.retired_at is not null as retired, ${each((name) =>
          name === cleared
            ? sql`given.${sql.ref(name)}`
            : sql`coalesce(given.${sql.ref(name)}, stored.${sql.ref(name)}) as ${sql.ref(name)}`,
        )}
        from given join ${table} stored on ${registry.isSame(sql`stored`, sql`given`)}
      ), changed as (
        update ${table} stored set ${each((name) => sql`${sql.ref(name)} = known.${sql.ref(name)}`)}, ${sql.join(revived)}
        from known where known.id = stored.id
          and (known.retired or (${names('stored')}) is distinct from (${names('known')}))
      ), added as (
        insert into ${table} (${each((name) => sql.ref(name))})
        select ${each((name) =>
          name in defaults ? sql`coalesce(given.${sql.ref(name)}, ${defaults[name]})` : sql`given.${sql.ref(name)}`,
        )}
        from given where not exists (select from ${table} stored where ${registry.isSame(sql`stored`, sql`given`)})
        returning id
      )
      select id, true as is_new from added union all select id, retired from known`.execute(db)
    return written.rows
  }

  return {
    lockRow,

    /** NOT_FOUND when it is unknown or retired. */
    async read({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<Row> {
      const { rows } = await sql`select from ${table} where id = ${id} and retired_at is null`.execute(ctx.db)
      if (!rows[0]) throw new DomainError('NOT_FOUND', texts.not_found)
      return read(ctx.db, id)
    },

    /** Adds one. A retired one that is the same comes back; an active one is CONFLICT. */
    async add({ ctx, input }: VerbArgs<Fields & { request_id?: string | undefined }>): Promise<Row> {
      const id = await createOnce(ctx, subject, input, async (ctx, fields) => {
        await lockNames(ctx.db)
        const same = await findSame(ctx.db, fields)
        if (same?.active) throw fieldError(file.key_column, texts.taken, 'CONFLICT')
        const [row] = await upsert(ctx.db, [fields])
        const detail = registry.added(fields as Fields, same !== undefined)
        await writeAudit(ctx, { action: `${subject}.added`, subject, subject_id: row!.id, detail })
        return row!.id
      })
      return read(ctx.db, id)
    },

    /** Changes the given fields. The audit names those that differ, without their content. */
    update({ ctx, input: { id, ...fields } }: VerbArgs<{ id: number } & Partial<Fields>>): Promise<Row> {
      return inTransaction(ctx, async (ctx) => {
        await lockNames(ctx.db)
        const stored = await lockRow(ctx.db, id)
        const changed = Object.entries<unknown>(fields).filter(
          ([name, value]) => value !== undefined && value !== stored[name as keyof Row],
        )
        if (changed.length > 0) {
          const same = await findSame(ctx.db, { ...stored, ...Object.fromEntries(changed) })
          if (same && same.id !== id) {
            const text = same.active ? texts.taken : (texts.taken_by_retired ?? texts.taken)
            throw fieldError(file.key_column, text, 'CONFLICT')
          }
          await sql`update ${table} set ${set(Object.fromEntries(changed))} where id = ${id}`.execute(ctx.db)
          const detail = { fields: changed.map(([name]) => name) }
          await writeAudit(ctx, { action: `${subject}.updated`, subject, subject_id: id, detail })
        }
        return read(ctx.db, id)
      })
    },

    /** Takes one out of the registry; its past stays. */
    retire({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
      return inTransaction(ctx, async (ctx) => {
        const row = await lockRow(ctx.db, id)
        await registry.beforeRetire?.(ctx.db, id)
        const changes = { retired_at: sql`now()`, ...registry.on_retire }
        await sql`update ${table} set ${set(changes)} where id = ${id}`.execute(ctx.db)
        const detail = registry.retired(row)
        await writeAudit(ctx, { action: `${subject}.retired`, subject, subject_id: id, detail })
        return { detail: texts.retired }
      })
    },

    /** Adds and updates the rows of a CSV, all or none. A retired one comes back and counts as added. */
    async importFile({ ctx, input }: VerbArgs<{ file: File }>): Promise<ImportAnswer> {
      const content = await readCsv(input.file, file.columns)
      const rows = checkRows(content, file)
      const cleared = content.header.find((column) => column === file.cleared)
      return inTransaction(ctx, async (ctx) => {
        await lockNames(ctx.db)
        const written = await upsert(ctx.db, rows, cleared)
        const added = written.filter(({ is_new }) => is_new).length
        const counts = { added, updated: written.length - added }
        const detail = { ...counts, ids: written.map(({ id }) => id) }
        await writeAudit(ctx, { action: `${subject}.imported`, subject, subject_id: null, detail })
        return counts
      })
    },
  }
}
