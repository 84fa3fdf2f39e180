import type { World } from './world.ts'

export interface Write {
  relation: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The row before, or the new one of an INSERT. */
  row: Record<string, unknown>
}

/**
 * Lets the database note every row that is written through a connection of this name, so that a test can tell what one
 * request wrote; all tables but the one in which processes say that they live. Install it when nothing else writes.
 */
export async function startWriteLog(world: World, applications: string[]) {
  await world.pool.query(`
    create unlogged table write_log (n bigint generated always as identity primary key, relation text, operation text, row jsonb);
    create function note_write() returns trigger language plpgsql security definer as $$ begin
      if current_setting('application_name') = any (array['${applications.join("','")}']) then
        insert into write_log (relation, operation, row)
        values (tg_table_name, tg_op, case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end);
      end if;
      return null; end $$`)
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name not in ('write_log', 'processes')`,
  )
  for (const { name } of tables) {
    await world.pool.query(
      `create trigger note_write after insert or update or delete on "${name}" for each row execute function note_write()`,
    )
  }
  let last = 0
  return {
    /** What has been written since the last call. */
    async take(): Promise<Write[]> {
      const { rows } = await world.pool.query<Write & { n: number }>(
        'select * from write_log where n > $1 order by n',
        [last],
      )
      last = rows.at(-1)?.n ?? last
      return rows
    },
  }
}
