import type { Subscription } from '@tvarit/shared/contracts/plans'
import { useQuery } from '@tanstack/react-query'
import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** The plan of a subscriber; its card says itself when it could not be read. */
export const usePlan = (user_id: number) =>
  useQuery(trpc.subscribers.plan.queryOptions({ id: user_id }, { meta: { silent: true } }))

/** Reads a plan again, and the dates that follow from it. */
export async function reloadPlan(user_id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.subscribers.plan.queryFilter({ id: user_id })),
    reloadDates(user_id),
  ])
}

/** Puts a plan that was just renewed on the screen. */
export function takePlan(user_id: number, plan: Subscription): void {
  queryClient.setQueryData(trpc.subscribers.plan.queryKey({ id: user_id }), plan)
  void reloadDates(user_id)
}

const reloadDates = (user_id: number) =>
  Promise.all([
    queryClient.invalidateQueries(trpc.users.get.queryFilter({ id: user_id })),
    queryClient.invalidateQueries(trpc.users.profile.queryFilter()),
  ])
