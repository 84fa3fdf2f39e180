import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { serverNow } from '../../../lib/server-clock.ts'
import { type Ringing, silence } from './use-ringing.ts'

/**
 * The id of the alert whose page is open here. Opening it is what the bar asks for: it falls silent, and the bar has no
 * row for it. It is heard again at the next level as long as nobody has taken it. A deadline of its holder that passes
 * while the page is open is heard: an open page is no act.
 */
export function useOpenedAlert(ringing: readonly Ringing[]): number | null {
  const opened = Number(useMatch('/qr-alerts/:id')?.params.id) || null
  const page = useRef<{ id: number | null; since: number; heeded: boolean }>(null)
  const found = ringing.find(({ card }) => card.id === opened)
  useEffect(() => {
    if (page.current?.id !== opened) page.current = { id: opened, since: serverNow(), heeded: false }
    if (!found || page.current.heeded) return
    page.current.heeded = true
    if (!found.holder || Date.parse(found.since) <= page.current.since) silence([found])
  }, [opened, found])
  return opened
}
