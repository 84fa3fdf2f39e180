import { toast } from '../../lib/toasts.ts'
import { reloadRegistry } from './reload-registry.ts'

/** What every dialog of the registry does when the server has agreed. */
export function saved(text: string, onClose: () => void): Promise<unknown> {
  toast.success(text)
  onClose()
  return reloadRegistry()
}
