import { useMatches } from 'react-router'
import type { AppRoute } from './route-types.ts'

/** The table's row of the page on screen. */
export function useRoute(): AppRoute | null {
  const matches = useMatches()
  return (matches[matches.length - 1]?.handle as AppRoute | undefined) ?? null
}
