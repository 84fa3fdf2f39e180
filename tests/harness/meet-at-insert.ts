import { until } from './until.ts'
import type { World } from './world.ts'

/**
 * Starts all calls and keeps every one of them from writing a person until each has come that far: so all have looked
 * before the first one writes.
 */
export async function meetAtInsert<T>(world: World, calls: (() => Promise<T>)[]): Promise<T[]> {
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('lock table users in share mode')
  try {
    const running = calls.map((start) => start())
    await until('all of them want to write', async () => {
      const { rows } = await world.pool.query<{ n: number }>(
        `select count(*) as n from pg_locks where not granted and relation = 'users'::regclass`,
      )
      return rows[0]!.n >= calls.length
    })
    await client.query('commit')
    return await Promise.all(running)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
