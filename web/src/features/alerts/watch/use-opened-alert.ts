import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { type Ringing, silence } from './use-ringing.ts'

/**
 * The id of the alert whose page is open here. Opening it is what the dialog asks for: it falls silent, and no dialog
 * covers it. It is heard again at the next level as long as nobody has taken it.
 */
export function useOpenedAlert(ringing: readonly Ringing[]): number | null {
  const opened = Number(useMatch('/qr-alerts/:id')?.params.id) || null
  const silenced = useRef<number | null>(null)
  const found = ringing.find(({ card }) => card.id === opened)
  useEffect(() => {
    if (opened === null) silenced.current = null
    if (!found || silenced.current === opened) return
    silenced.current = opened
    silence([found])
  }, [opened, found])
  return opened
}
