import { useSearchParams } from 'react-router'

/**
 * The parameters of the address, and how to change some of them: empty values leave it. A change begins at the address
 * itself: what is rendered may be one change behind it, and would take that one back.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const change = (values: Record<string, string | null>, replace: boolean, preventScrollReset = false): void =>
    setParams(
      () => {
        const next = new URLSearchParams(location.search)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset },
    )
  return { params, change }
}
