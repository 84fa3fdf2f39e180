import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { DispatchView } from '@tvarit/shared/contracts/dispatch'
import { type DispatchState, isActive } from '@tvarit/shared/contracts/dispatch-states'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

/** What the state of an ambulance is called on every screen. */
export const STATE_WORDS: Record<DispatchState, string> = {
  ASSIGNED: 'Asked, no answer yet',
  ACCEPTED: 'Accepted',
  EN_ROUTE: 'On the way',
  AT_SCENE: 'At the scene',
  TRANSPORTING: 'To the hospital',
  AT_HOSPITAL: 'At the hospital',
  DONE: 'Done',
  CANCELLED: 'Called off',
}

/** Positions come without an event: they are asked for while an ambulance drives. */
const POSITIONS_EVERY_MS = 5_000

/** The ambulances of an alert, newest first, as the page read them and then kept up to date. */
export function useDispatches({ id, dispatches }: AlertDetail): DispatchView[] {
  const list = useQuery(
    trpc.dispatch.list.queryOptions(
      { id },
      {
        initialData: dispatches,
        refetchInterval: ({ state }) =>
          state.data?.some((dispatch) => isActive(dispatch.state)) ? POSITIONS_EVERY_MS : false,
        meta: { silent: true },
      },
    ),
  )
  return list.data
}

/** Whatever came of it, the page and the candidates are read again: after a rejection the console was wrong. */
function readAgain(id: number): void {
  void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id }))
  void queryClient.invalidateQueries(trpc.dispatch.list.queryFilter({ id }))
  void queryClient.invalidateQueries(trpc.dispatch.candidates.queryFilter({ id }))
}

/** Sends one of our ambulances or notes another service's. */
export function useAssign() {
  return useCreation(
    trpc.dispatch.assign.mutationOptions({
      meta: { errorText: 'Failed to send the ambulance.' },
      onSuccess: ({ vehicle_number, outside_provider }) =>
        toast.success(vehicle_number ? `${vehicle_number} is sent.` : `${outside_provider} is noted.`),
      onSettled: (_result, _error, { id }) => readAgain(Number(id)),
    }),
  )
}

/** Notes what the driver reported by phone; the only way for another service's ambulance. */
export function useNoteStep() {
  return useMutation(
    trpc.dispatch.step.mutationOptions({
      meta: { errorText: 'Failed to note the step.' },
      onSettled: (_result, _error, { id }) => readAgain(Number(id)),
    }),
  )
}

/** Takes back a step that was just noted. */
export function useTakeBackStep() {
  return useMutation(
    trpc.dispatch.takeBack.mutationOptions({
      meta: { errorText: 'The step could not be taken back.' },
      onSettled: (_result, _error, { id }) => readAgain(Number(id)),
    }),
  )
}

/** Calls the ambulance off and says so. */
export function useCancelDispatch() {
  return useMutation(
    trpc.dispatch.cancel.mutationOptions({
      meta: { silent: true },
      onSuccess: () => toast.success('The ambulance is called off.'),
      onSettled: (_result, _error, { id }) => readAgain(Number(id)),
    }),
  )
}
