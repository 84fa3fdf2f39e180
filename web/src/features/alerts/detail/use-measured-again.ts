import { useEffect, useRef } from 'react'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'

/** Reads ambulances and hospitals again when the place they are measured from has changed, by a colleague too. */
export function useMeasuredAgain({
  id,
  latitude,
  longitude,
}: {
  id: number
  latitude: number | null
  longitude: number | null
}): void {
  const place = `${latitude},${longitude}`
  const measured = useRef(place)
  useEffect(() => {
    if (measured.current === place) return
    measured.current = place
    void queryClient.invalidateQueries(trpc.dispatch.candidates.queryFilter({ id }))
    void queryClient.invalidateQueries(trpc.handover.choices.queryFilter({ id }))
  }, [id, place])
}
