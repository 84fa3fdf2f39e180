import { useId, useState } from 'react'
import { Link } from 'react-router'
import { pressedKey } from '../../lib/pressed-key.ts'
import { MapFrame } from './map-frame.tsx'
import { Legend, type MapPoint, type PointLook, PointMark } from './map-point.tsx'
import { ONE_PLACE_ZOOM } from './place.ts'
import { Points } from './points.tsx'
import styles from './map.module.css'
import { useMap } from './use-map.ts'
import { useView } from './use-view.ts'

interface PointMapProps {
  /** What it shows, for screen readers: 'Map of ambulances'. */
  label: string
  /** In the order of importance: the first ones keep their labels where there is no room for all. */
  points: readonly MapPoint[]
  /** Where the first view is; without any it is where most points are. */
  first?: readonly MapPoint[]
  legend?: readonly (PointLook & { text: string })[]
  /** The list of the points: beside the map, or only for screen readers. */
  list?: 'beside' | 'hidden'
  /** A small map of one thing, as part of a page: it does not remember where it was moved to. */
  small?: boolean
}

const KEYS =
  'Drag to move, pinch to zoom. With the map selected, the wheel, + and − zoom, arrows move, and 0 shows all. Tab goes through what is on it.'

/** Points on a map: those that would cover each other as one with their number. */
export function PointMap({ label, points, first = [], legend, list = 'beside', small = false }: PointMapProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const id = useId()
  const { loaded, ...frame } = useMap()
  const showAll = useView(loaded?.map, points, first.length > 0 ? first : points, small ? null : label)
  const show = (point: MapPoint) => {
    setChosen([point.id])
    const { map } = loaded ?? {}
    map?.setView([point.latitude, point.longitude], Math.max(map.getZoom(), ONE_PLACE_ZOOM))
  }
  const selected = points.filter((point) => chosen.includes(point.id))
  const count = points.length === 1 ? '1 point' : `${points.length} points`
  return (
    <div className={`${styles.map} ${list === 'beside' ? styles.withList : ''}`}>
      <div className={styles.main} onKeyDown={(event) => pressedKey(event) === '0' && showAll()}>
        <MapFrame
          {...frame}
          loaded={loaded}
          label={`${label}: ${count}`}
          keys={KEYS}
          size={small ? 'small' : 'large'}
          buttons={
            <button type="button" aria-label="Show all" onClick={showAll}>
              <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true">
                <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" strokeWidth="2" />
              </svg>
            </button>
          }
        >
          {loaded ? (
            <Points {...loaded} points={points} chosen={chosen} onChoose={setChosen} onShowAll={showAll} />
          ) : null}
          <div className={styles.chosen} role="status">
            {selected.map((point) => (
              <p key={point.id}>
                <strong>{point.label}</strong> {point.detail} {point.to ? <Link to={point.to}>Open</Link> : null}
              </p>
            ))}
          </div>
        </MapFrame>
        {legend ? <Legend entries={legend} /> : null}
      </div>
      <ul id={id} className={list === 'beside' ? styles.list : 'visually-hidden'} aria-label={`${label}, as a list`}>
        {points.map((point) => (
          <li key={point.id}>
            {list === 'beside' ? (
              <button type="button" aria-pressed={chosen.includes(point.id)} onClick={() => show(point)}>
                <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
                  <PointMark tone={point.tone} shape={point.shape} hollow={point.hollow ?? false} />
                </svg>
                <span>
                  <strong>{point.label}</strong> <span className="soft">{point.detail}</span>
                </span>
              </button>
            ) : (
              `${point.label}: ${point.detail}`
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
