import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { RegistryMap } from './registry-map.tsx'

const LOOK = { tone: 'brand', shape: 'cross' } as const
const LEGEND = [{ ...LOOK, text: 'Hospital' }]

/** Where the hospitals are that match the search. */
export function HospitalMap({ search }: { search: string }) {
  const query = useQuery(
    trpc.registry.hospitalPoints.queryOptions({ search: search || undefined }, listOptions(TEXTS.map_failed)),
  )
  return (
    <RegistryMap
      label="Map of hospitals"
      points={query.data?.map(({ id, name, address, ...place }) => ({
        ...LOOK,
        ...place,
        id: String(id),
        label: name,
        detail: address,
      }))}
      legend={LEGEND}
      query={query}
      empty={TEXTS.hospitals_empty}
      filtered={search !== ''}
    />
  )
}
