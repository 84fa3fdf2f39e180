import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/** The path that the router is on the way to. React renders it later, and a timer may come in between. */
export const onTheWay: { to?: string | undefined } = {}

/**
 * Calls `go` with `wanted` after a pause of `ms` milliseconds, to change the address. A new value begins the pause
 * again; `undefined` wants nothing. A person who left the page, or is on the way to another one, is not taken back.
 */
export function useLater<Value extends string | number>(
  wanted: Value | undefined,
  ms: number,
  go: (wanted: Value) => void,
): void {
  const { pathname } = useLocation()
  const act = useEffectEvent((value: Value) => {
    if ((onTheWay.to ?? window.location.pathname) === pathname) go(value)
  })
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(() => act(wanted), ms)
    return () => clearTimeout(timer)
  }, [wanted, ms])
}
