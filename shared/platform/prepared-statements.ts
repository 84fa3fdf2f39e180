import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Begins a statement that is prepared everywhere. */
const MARK = '/* prepared */'

/**
 * A pool for Kysely that prepares statements once per connection instead of parsing and planning them at every call: all
 * with parameters, or those that begin with the comment `prepared`. Reading the newest change took 1.7 ms without and
 * 0.4 ms with it. A statement that fails is prepared again the next time: its plan may have outlived a migration.
 */
export function preparingPool(pool: pg.Pool, which: 'all' | 'marked'): PostgresPool {
  const names = new Map<string, string>()
  let prepared = 0
  async function query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (values.length === 0 || (which === 'marked' && !text.startsWith(MARK))) return client.query(text, values)
    const name = names.get(text) ?? `prepared-${++prepared}`
    names.set(text, name)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      names.delete(text)
      throw error
    }
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      return {
        query: (text: string, values: unknown[]) => query(client, text, values),
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient
    },
  }
}
