import { toast } from '../../lib/toasts.ts'
import { reloadRegistry } from './reload-registry.ts'

/** What every change of the registry does when the server has agreed, also when its dialog was cancelled meanwhile. */
export function saved(text: string): void {
  toast.success(text)
  void reloadRegistry()
}
