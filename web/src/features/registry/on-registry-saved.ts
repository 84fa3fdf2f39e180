import { toast } from '../../lib/toasts.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** Lists and maps of the registry, after a change. */
export const reloadRegistry = (): Promise<unknown> => queryClient.invalidateQueries(trpc.registry.pathFilter())

/** What every change of the registry does when the server has agreed, also when its dialog was cancelled meanwhile. */
export function saved(text: string): void {
  toast.success(text)
  void reloadRegistry()
}
