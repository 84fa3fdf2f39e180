import type { BenchDatabase } from './bench-database.ts'

/**
 * Makes transactions as slow as they sometimes are: up to 30 ms between the alert and its number, and up to 8 ms between
 * the number and the commit. Both are triggers of this benchmark's database; the product knows nothing of them.
 */
export async function slowTransactions(bench: BenchDatabase, after_number_ms: number): Promise<void> {
  await bench.pool.query(`
    create function bench_before_number() returns trigger language plpgsql as
      $$ begin perform pg_sleep(random() * 0.030); return new; end $$;
    create trigger bench_before_number before insert on alerts for each row execute function bench_before_number();
    create function bench_before_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(random() * ${after_number_ms / 1000}); return null; end $$;
    create constraint trigger bench_before_commit after insert on alert_events deferrable initially deferred
      for each row execute function bench_before_commit()`)
}

/**
 * Replaces the one-row counter, whose lock makes seq the commit order, with a sequence, which hands numbers out before
 * the commit. The same server code then loses alerts: proof that the counter matters and that the benchmark notices.
 */
export async function weaken(bench: BenchDatabase): Promise<void> {
  await bench.pool.query(`
    drop table live_counter;
    create sequence weak_counter;
    create function weak_value() returns bigint language sql as
      $$ select case when is_called then last_value else 0 end from weak_counter $$;
    create view live_counter as select true as one, weak_value() as n, 0::bigint as healed;
    create function weak_next() returns trigger language plpgsql as
      $$ begin new.n := nextval('weak_counter'); return new; end $$;
    create trigger weak_next instead of update on live_counter for each row execute function weak_next()`)
}

/** Stickers that were pressed once and have several alerts all the same. */
export async function doubledAlerts(bench: BenchDatabase): Promise<number> {
  const found = await bench.pool.query(`select coupon_id from alerts group by coupon_id having count(*) > 1`)
  return found.rowCount ?? 0
}

/** Acknowledged presses the database does not know. */
export async function unknownScans(bench: BenchDatabase, scan_ids: string[]): Promise<number> {
  const found = await bench.pool.query(
    `select 1 from unnest($1::uuid[]) as s (scan_id) where not exists
       (select 1 from alert_reports r where r.scan_id = s.scan_id)`,
    [scan_ids],
  )
  return found.rowCount ?? 0
}

/** Ends one LISTEN connection with this application name, if there is one. */
export async function killOneListener(bench: BenchDatabase, name: string): Promise<number> {
  const found = await bench.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 order by random() limit 1`,
    [name],
  )
  return found.rowCount ?? 0
}
