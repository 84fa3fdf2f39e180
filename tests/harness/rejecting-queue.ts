import type { World } from './world.ts'

/** The queue in PostgreSQL takes no job about this alert. */
export const UNLIKED_ALERT = 987_654

/** From now on adding a job about `UNLIKED_ALERT` to a queue fails. */
export const rejectUnlikedJobs = (world: World) =>
  world.pool.query(`
    create function bullmq.reject_job() returns trigger language plpgsql as
      $$ begin raise exception 'This job is not liked.'; end $$;
    create trigger reject_job before insert on bullmq.job for each row
      when (new.data::text like '%${UNLIKED_ALERT}%') execute function bullmq.reject_job()`)
