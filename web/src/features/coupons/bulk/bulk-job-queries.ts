import { LIMITS } from '@tvarit/shared/contracts/limits'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'

/** How often jobs are asked for: quickly while one runs, else often enough that a colleague's new one shows up. */
export const pollEvery = (running: boolean): number =>
  running ? LIMITS.bulk_poll_running_ms : LIMITS.bulk_poll_rest_ms

/** After a job was changed here: the list and the job's page. */
export const reloadJobs = () => queryClient.invalidateQueries(trpc.bulkJobs.pathFilter())
