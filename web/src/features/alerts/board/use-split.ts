import { useCallback } from 'react'
import { useAddress } from '../../../lib/use-address.ts'
import { useWide } from '../../../lib/use-width.ts'

/**
 * Which alert stands at the right of the list: `?alert=12`. The first one is a step to go Back over, the ones after it are
 * not. `onOpen` is null where the window has no room for two.
 */
export function useSplit(): { id: number | null; onOpen: ((id: number) => void) | null; onClose: () => void } {
  const { params, change } = useAddress()
  const wide = useWide()
  const id = Number(params.get('alert'))
  const onOpen = useCallback((id: number) => {
    const shown = new URLSearchParams(location.search).get('alert')
    if (shown !== String(id)) change({ alert: String(id) }, shown !== null, true)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    onOpen: wide ? onOpen : null,
    onClose: () => change({ alert: null }, false, true),
  }
}
