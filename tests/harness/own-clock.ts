import type { World } from './world.ts'

export interface OwnClock {
  /** Milliseconds since 1970, as the database of this world has them. */
  now(): number
  advance(seconds: number): Promise<void>
}

/**
 * Gives the database of a world a clock that stands still until it is advanced: its own `now()` is found before
 * PostgreSQL's. What a test expects at a moment is then exact, however slow the machine. For worlds without server and
 * worker, before anything was read.
 */
export async function ownClock(world: World): Promise<OwnClock> {
  let now = Date.now()
  const path = 'clock, pg_catalog, public'
  await world.pool.query(`
    create schema clock;
    create table clock.time (at timestamptz not null);
    insert into clock.time values (to_timestamp(${now / 1000}));
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.time';
    grant usage on schema clock to public;
    grant select on clock.time to public;
    do $$ declare found record; begin
      execute format('alter database %I set search_path = ${path}', current_database());
      execute format('alter database %I set synchronous_commit = off', current_database());
      for found in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table %I alter column %I set default clock.now()', found.table_name, found.column_name);
      end loop;
    end $$;
    set search_path = ${path};
    set synchronous_commit = off;`)
  return {
    now: () => now,
    async advance(seconds) {
      now += seconds * 1000
      await world.pool.query('update clock.time set at = to_timestamp($1)', [now / 1000])
    },
  }
}
