import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc-query.ts'
import { NOTHING_WATCHED, type Watched } from './need.ts'

const POLL_MS = 20_000

/** How many consoles would be heard, and more that no card says; asked once for all who read it. */
export const useWatchAnswer = (): ConsoleWatch | undefined =>
  useQuery(trpc.alerts.watch.queryOptions(undefined, { refetchInterval: POLL_MS, meta: { silent: true } })).data

/** Who is away, and which ambulances stand still. */
export const useConsoleWatch = (): Watched => useWatchAnswer() ?? NOTHING_WATCHED
