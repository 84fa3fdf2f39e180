import { PERSONAL_COLUMNS } from '@tvarit/shared/domain/operations/data-rights/personal-columns'
import { sql } from 'kysely'
import { type Answer, call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export const post = (world: World, path: string, who: { access: string }, body: object = {}): Promise<Answer> =>
  call(world.url, path, { body, access: who.access })

export const userRow = (world: World, id: number) =>
  world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Every row of every table that holds one of the texts, also as bytes. */
export async function rowsWith(world: World, texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'bullmq')`.execute(world.db)
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => `%${text}%`)
  const found = []
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike any (${wanted}::text[])`.execute(world.db)
    found.push(...rows.rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** The minute between two codes to one number is over. */
export const waitedEnough = (world: World, { phone_number }: Person) =>
  world.db
    .updateTable('otp_challenges')
    .set({ created_at: sql`now() - interval '2 minutes'` })
    .where('phone_number', '=', phone_number)
    .execute()

const PERSONAL =
  'phone|mobile|email|name|address|photo|birth|landmark|latitude|longitude|(^|_)ip$|user_agent|(^|_)note$|upload|masked|' +
  'sealed$|description|(^|_)text$|reason$|params|endpoint'

/** Each column whose name says that it may identify a person, and what is decided about it. */
export async function personalColumns(world: World): Promise<[column: string, decided: string | undefined][]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ ${PERSONAL} and data_type <> 'boolean' and table_name not like 'kysely%'
    order by 1, 2`.execute(world.db)
  return rows.map(({ table, column }) => {
    const name = `${table}.${column}`
    return [name, PERSONAL_COLUMNS[name] ?? PERSONAL_COLUMNS[table]]
  })
}

/** What stands in the columns that an erasure of such a person empties, as `column: value`, and those columns. */
async function valuesOf(world: World, whose: 'subscriber' | 'partner') {
  const decided = (await personalColumns(world)).filter(([, what]) => what === whose || what === 'both')
  const columns = decided.map(([name]) => name)
  const values = new Set<string>()
  for (const name of columns) {
    const [table, column] = name.split('.')
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column!)}::text as value from ${sql.table(table!)}
      where ${sql.ref(column!)} is not null`.execute(world.db)
    for (const { value } of rows) values.add(`${name}: ${value}`)
  }
  return { columns, values }
}

/**
 * Begins before a person exists. `filled`, before the erasure, throws when a column that it empties has no value of
 * them; `left` is what still has one afterwards.
 */
export async function watchErasure(world: World, whose: 'subscriber' | 'partner') {
  const before = (await valuesOf(world, whose)).values
  let theirs = new Set<string>()
  return {
    async filled(): Promise<void> {
      const { columns, values } = await valuesOf(world, whose)
      theirs = new Set([...values].filter((value) => !before.has(value)))
      const named = new Set([...theirs].map((value) => value.slice(0, value.indexOf(':'))))
      const empty = columns.filter((column) => !named.has(column))
      if (empty.length > 0) throw new Error(`The test has filled no ${empty.join(', ')}`)
    },
    left: async (): Promise<string[]> =>
      [...(await valuesOf(world, whose)).values].filter((value) => theirs.has(value)),
  }
}
