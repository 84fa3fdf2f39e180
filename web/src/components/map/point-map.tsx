import { useId, useState } from 'react'
import { Link } from 'react-router'
import { LABEL_GAP, placeLabels } from './place-labels.ts'
import { MapGrid } from './map-grid.tsx'
import { MapTiles } from './map-tiles.tsx'
import { Legend, type MapPoint, type PointLook, PointMark } from './map-point.tsx'
import { fit, panned, scaleBar, type Size, type Spot, toPixels, toSpot, type View, ZOOM, zoomed } from './mercator.ts'
import { useMapGestures } from './use-map-gestures.ts'
import { tileSource } from './tile-source.ts'
import { useSize } from './use-size.ts'
import styles from './map.module.css'

interface PointMapProps {
  /** What it shows, for screen readers: 'Map of ambulances'. */
  label: string
  points: readonly MapPoint[]
  legend?: readonly (PointLook & { text: string })[]
  /** The list of the points: beside the map, or only for screen readers. */
  list?: 'beside' | 'hidden'
}

const SCALE_PIXELS = 120

/**
 * Points on an empty map with a grid and a scale. It shows all of them until somebody moves it, and then stays where it
 * was put. The order of the points decides whose label stays when there is no room.
 */
export function PointMap({ label, points, legend, list = 'beside' }: PointMapProps) {
  const [moved, setMoved] = useState<View | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const id = useId()
  const { frame, handlers } = useMapGestures({
    pan: (by) => move((view) => panned(view, by)),
    zoom: (levels, at) => move((view, size) => zoomed(view, size, levels, at)),
    reset: () => setMoved(null),
  })
  const size = useSize(frame)
  const move = (change: (view: View, size: Size) => View) =>
    size && setMoved((before) => change(before ?? fit(points, size), size))
  const show = (point: MapPoint) => {
    setChosen(point.id)
    move((view) => ({ center: toSpot(point), zoom: Math.max(view.zoom, ZOOM.one_place) }))
  }
  const selected = points.find((point) => point.id === chosen)
  return (
    <div className={`${styles.map} ${list === 'beside' ? styles.withList : ''}`}>
      <div className={styles.main}>
        <div
          ref={frame}
          className={styles.frame}
          role="group"
          aria-label={label}
          aria-describedby={`${id}keys`}
          tabIndex={0}
          {...handlers}
        >
          {size ? (
            <Picture
              label={label}
              view={moved ?? fit(points, size)}
              size={size}
              points={points}
              chosen={chosen}
              onChoose={setChosen}
            />
          ) : null}
          {tileSource ? <p className={styles.attribution}>{tileSource.attribution}</p> : null}
          <div className={styles.buttons} onPointerDown={(event) => event.stopPropagation()}>
            <button type="button" aria-label="Zoom in" onClick={() => move((view, size) => zoomed(view, size, 1))}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => move((view, size) => zoomed(view, size, -1))}>
              −
            </button>
            <button type="button" aria-label="Show all" onClick={() => setMoved(null)}>
              <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true">
                <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" strokeWidth="2" />
              </svg>
            </button>
          </div>
        </div>
        <p className={styles.chosen} role="status">
          {selected ? (
            <>
              <strong>{selected.label}</strong> {selected.detail}{' '}
              {selected.to ? <Link to={selected.to}>Open</Link> : null}
            </>
          ) : null}
        </p>
        {legend ? <Legend entries={legend} /> : null}
        <p id={`${id}keys`} className={styles.keys}>
          Drag to move, pinch to zoom. With the map selected, the wheel, + and − zoom, arrows move, and 0 shows all.
        </p>
      </div>
      <ul className={list === 'beside' ? styles.list : 'visually-hidden'} aria-label={`${label}, as a list`}>
        {points.map((point) => (
          <li key={point.id}>
            {list === 'beside' ? (
              <button type="button" aria-pressed={point.id === chosen} onClick={() => show(point)}>
                <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
                  <PointMark tone={point.tone} shape={point.shape} hollow={point.hollow ?? false} />
                </svg>
                <span>
                  <strong>{point.label}</strong> <span className={styles.detail}>{point.detail}</span>
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

interface PictureProps {
  label: string
  view: View
  size: Size
  points: readonly MapPoint[]
  chosen: string | null
  onChoose: (id: string) => void
}

function Picture({ label, view, size, points, chosen, onChoose }: PictureProps) {
  const placed = points.map((point) => ({ ...point, at: toPixels(toSpot(point), view, size) }))
  // Drawn last lies on top: the chosen one, then the first of the list.
  const onTop = placed.toSorted((a, b) => Number(a.id === chosen) - Number(b.id === chosen))
  const labels = placeLabels(
    [...placed].sort((a, b) => Number(b.id === chosen) - Number(a.id === chosen)),
    size,
  )
  const scale = scaleBar(view, SCALE_PIXELS)
  const count = points.length === 1 ? '1 point' : `${points.length} points`
  return (
    <svg
      className={styles.picture}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`${label}: ${count}. The scale bar is ${scale.km} km.`}
    >
      <MapGrid view={view} size={size} />
      <MapTiles view={view} size={size} />
      {onTop.map((point) => (
        <g key={point.id} transform={moveTo(point.at)} className={styles.point} onClick={() => onChoose(point.id)}>
          <title>{`${point.label}: ${point.detail}`}</title>
          {point.id === chosen ? <circle r="15" className={styles.halo} /> : null}
          <PointMark tone={point.tone} shape={point.shape} hollow={point.hollow ?? false} />
          {labels.has(point.id) ? (
            <text
              x={labels.get(point.id) === 'left' ? -LABEL_GAP : LABEL_GAP}
              y="4"
              textAnchor={labels.get(point.id) === 'left' ? 'end' : 'start'}
              className={styles.label}
            >
              {point.label}
            </text>
          ) : null}
        </g>
      ))}
      <g transform={moveTo({ x: 14, y: size.height - 16 })} className={styles.scale}>
        <path d={`M0 -5V0H${scale.pixels}V-5`} />
        <text x="4" y="-8">{`${scale.km} km`}</text>
      </g>
    </svg>
  )
}

const moveTo = ({ x, y }: Spot): string => `translate(${x.toFixed(1)} ${y.toFixed(1)})`
