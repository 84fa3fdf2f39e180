import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigation } from 'react-router'

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
  const next = useNavigation().location
  const act = useEffectEvent((value: Value) => {
    if (!next || next.pathname === pathname) go(value)
  })
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(() => act(wanted), ms)
    return () => clearTimeout(timer)
  }, [wanted, ms])
}
