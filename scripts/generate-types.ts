/**
 * Writes migrations/database.ts from a freshly migrated database, or with --check compares and exits 1 on a difference.
 * Closed sets come from CHECK constraints of the form `column = ANY (ARRAY[...])`, so TypeScript knows every status.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

const target = path.join(import.meta.dirname, '../migrations/database.ts')

const TYPES: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  int4multirange: 'string',
  int8multirange: 'string',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  defaulted: boolean
  always: boolean
}

/** The text of the generated file for the database behind `pool`. */
export async function databaseTypes(pool: pg.Pool): Promise<string> {
  const columns = await pool.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as defaulted, a.attidentity = 'a' or a.attgenerated <> '' as always
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
    order by c.relname, a.attnum`)
  const checks = await pool.query<{ table: string; definition: string }>(`
    select c.relname as table, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'c'`)
  const unions = new Map<string, string>()
  for (const check of checks.rows) {
    const match = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check.definition)
    if (!match) continue
    const values = [...match[2]!.matchAll(/'([^']+)'::text/g)].map((value) => `'${value[1]}'`)
    unions.set(`${check.table}.${match[1]}`, values.join(' | '))
  }
  const tables = Map.groupBy(columns.rows, (column) => column.table)
  const blocks = [...tables].map(
    ([table, list]) =>
      `export interface ${interfaceName(table)} {\n${list.map((column) => `  ${column.column}: ${columnType(column, unions)}`).join('\n')}\n}`,
  )
  const index = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`).join('\n')
  return `/* Generated from the migrations by \`npm run types:generate\`; \`npm test\` checks that it matches. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written as JSON text or as a plain value; read back as whatever was stored. */
export type Json = ColumnType<unknown, unknown, unknown>

${blocks.join('\n\n')}

export interface Database {\n${index}\n}
`
}

const interfaceName = (table: string) =>
  `${table.replace(/(^|_)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())}Table`

function columnType(column: Column, unions: Map<string, string>): string {
  const base = unions.get(`${column.table}.${column.column}`) ?? TYPES[column.type]
  if (!base) throw new Error(`No TypeScript type is known for ${column.type} of ${column.table}.${column.column}`)
  if (base === 'Json')
    return column.nullable || column.defaulted ? 'ColumnType<unknown, unknown | undefined, unknown>' : 'Json'
  const type = column.nullable ? `${base} | null` : base
  if (column.always) return `GeneratedAlways<${type}>`
  return column.defaulted ? `Generated<${type}>` : type
}

if (import.meta.main) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-types-'))
  fs.chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, 'pg'),
    port: await freePort(),
    password: 'types',
    database: 'types',
  })
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {}) // a client that is still closing when PostgreSQL stops
  try {
    await migrateToLatest(new Kysely({ dialect: new PostgresDialect({ pool }) }))
    const text = await databaseTypes(pool)
    if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
    else if (fs.readFileSync(target, 'utf8') !== text) {
      console.error('migrations/database.ts does not match the migrations: run npm run types:generate')
      process.exitCode = 1
    }
  } finally {
    await pool.end()
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
