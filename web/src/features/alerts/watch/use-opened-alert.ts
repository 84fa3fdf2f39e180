import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { useLive } from '../live/live-store.ts'
import { type Ringing, silence } from './use-ringing.ts'

/**
 * The id of the alert whose page is open here. Opening it is what the bar asks for: what rings at that moment falls silent,
 * and the bar has no row for it. What begins to ring while the page is open is heard: an open page is no act.
 */
export function useOpenedAlert(ringing: readonly Ringing[]): number | null {
  const opened = Number(useMatch('/qr-alerts/:id')?.params.id) || null
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
  return opened
}
