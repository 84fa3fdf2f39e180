import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { useLive } from '../live/live-store.ts'
import { type Ringing, silence } from './use-ringing.ts'

/** The id of the alert whose page is open here; the bar has no row for it. */
export const useAlertPage = (): number | null => Number(useMatch('/qr-alerts/:id')?.params.id) || null

/**
 * Opening an alert's page is what the bar asks for: what rings at that moment falls silent. What begins to ring while
 * the page is open is heard: an open page is no act.
 */
export function useOpenedAlert(ringing: readonly Ringing[]): void {
  const opened = useAlertPage()
  const { read } = useLive()
  const page = useRef<{ id: number | null; heeded: boolean }>(null)
  const found = ringing.find(({ card }) => card.id === opened)
  useEffect(() => {
    if (page.current?.id !== opened) page.current = { id: opened, heeded: false }
    // A reloaded page does not know yet what rings.
    if (page.current.heeded || !(found || read)) return
    page.current.heeded = true
    if (found) silence([found])
  }, [opened, found, read])
}
