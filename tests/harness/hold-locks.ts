import type pg from 'pg'

export interface HeldLocks extends AsyncDisposable {
  /** The open transaction that holds them. */
  client: pg.PoolClient
  /** How many sessions wait for these locks, or behind one that does. Others, that wait for something else, do not count. */
  waiting(): Promise<number>
  /** Commits, so that the waiting ones go on. */
  release(): Promise<void>
}

/** Takes locks in a transaction and keeps them until `release`, or the end of the block when it failed before that. */
export async function holdLocks(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<HeldLocks> {
  const client = await pool.connect()
  let held = true
  const release = async () => {
    if (!held) return
    held = false
    await client.query('commit')
    client.release()
  }
  await client.query('begin')
  await client.query(statement, values)
  return {
    client,
    release,
    async waiting() {
      // Within a transaction the view of all sessions stays as it was first seen.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ n: number }>(
        `with recursive behind as (
           select pg_backend_pid() as pid
           union
           select waiting.pid from behind, pg_stat_activity as waiting
             where waiting.wait_event_type = 'Lock' and behind.pid = any(pg_blocking_pids(waiting.pid)))
         select count(*) - 1 as n from behind`,
      )
      return rows[0]!.n
    },
    [Symbol.asyncDispose]: release,
  }
}
