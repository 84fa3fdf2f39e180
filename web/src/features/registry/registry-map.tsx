import { TEXTS } from '@tvarit/shared/contracts/texts'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import type { MapPoint, PointLook } from '../../components/map/map-point.tsx'
import { PointMap } from '../../components/map/point-map.tsx'
import styles from './registry.module.css'

interface RegistryMapProps {
  label: string
  /** Undefined while they load. */
  points: readonly MapPoint[] | undefined
  legend: readonly (PointLook & { text: string })[]
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  empty: string
  filtered: boolean
}

/** A map of the registry in each of its states. */
export function RegistryMap({ label, points, legend, query, empty, filtered }: RegistryMapProps) {
  if (query.isError && !points) return <LoadFailed text={TEXTS.map_failed} query={query} />
  if (!points) {
    return (
      <div className={styles.loading} aria-busy="true">
        <p className="visually-hidden" role="status">
          Loading
        </p>
      </div>
    )
  }
  if (points.length === 0) {
    return (
      <div role="status">
        <EmptyList text={empty} hint={filtered ? 'Nothing matches this search or filter.' : undefined} />
      </div>
    )
  }
  return <PointMap label={label} points={points} legend={legend} />
}
