import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { serverNow } from '../../../lib/server-clock.ts'
import { type Ringing, silence } from './use-ringing.ts'

/** The server's clock is known to that. */
const CLOCK_NOISE_MS = 2_000

/**
 * The id of the alert whose page is open here. Opening it is what the bar asks for: what rings already falls silent, and
 * the bar has no row for it. What begins to ring while the page is open is heard: an open page is no act.
 */
export function useOpenedAlert(ringing: readonly Ringing[]): number | null {
  const opened = Number(useMatch('/qr-alerts/:id')?.params.id) || null
  // By this computer's clock: the server's is not known yet when a page is loaded.
  const page = useRef<{ id: number | null; opened_at: number; heeded: boolean }>(null)
  const found = ringing.find(({ card }) => card.id === opened)
  useEffect(() => {
    if (page.current?.id !== opened) page.current = { id: opened, opened_at: Date.now(), heeded: false }
    if (!found || page.current.heeded) return
    page.current.heeded = true
    const open_ms = Date.now() - page.current.opened_at
    const rung_ms = serverNow() - Date.parse(found.since)
    if (rung_ms >= open_ms - CLOCK_NOISE_MS) silence([found])
  }, [opened, found])
  return opened
}
