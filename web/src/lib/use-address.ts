import { useSearchParams } from 'react-router'

/** The parameters of the address, and how to change some of them: empty values leave it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const change = (values: Record<string, string | null>, replace: boolean): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  return { params, change }
}
