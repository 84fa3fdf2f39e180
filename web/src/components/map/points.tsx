import { useEffect, useMemo, useReducer } from 'react'
import { createPortal } from 'react-dom'
import { type MapPoint, PointMark, type PointTone } from './map-point.tsx'
import { placeLabels } from './place-labels.ts'
import styles from './map.module.css'
import type { LoadedMap } from './use-map.ts'

interface PointsProps extends LoadedMap {
  points: readonly MapPoint[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  onShowAll: () => void
}

/** Closer points are shown as one; in pixels. */
const TOGETHER = 44
const LABEL_FONT = '600 12px'
/** From the middle of a point to its label, and the label's own edges. */
const LABEL_GAP = 20

interface Together {
  /** Of the first of them, by importance. */
  order: number
  tone: PointTone
}

/** Of different ones: an alert among them shows. */
const toneOf = (one: PointTone, other: PointTone): PointTone =>
  one === other ? one : ((['red', 'brand'] as const).find((tone) => tone === one || tone === other) ?? 'grey')

/** The points that the map shows at this moment, as buttons in a layer of the map. */
export function Points({
  map,
  library: { Supercluster, POINTS, keepClear },
  points,
  chosen,
  onChoose,
  onShowAll,
}: PointsProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map.on('moveend resize', redraw)
    return () => void map.off('moveend resize', redraw)
  }, [map])

  const index = useMemo(() => {
    const clusters = new Supercluster<Together, Together>({
      radius: TOGETHER,
      extent: 256,
      maxZoom: map.getMaxZoom(),
      reduce: (all, one) => {
        all.order = Math.min(all.order, one.order)
        all.tone = toneOf(all.tone, one.tone)
      },
    })
    return clusters.load(
      points.map(({ longitude, latitude, tone }, order) => ({
        type: 'Feature',
        properties: { order, tone },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    )
  }, [Supercluster, map, points])

  const bounds = map.getBounds()
  const outside = points.filter(({ latitude, longitude }) => !bounds.contains([latitude, longitude])).length
  const { x: width } = map.getSize()
  const measure = useMemo(() => textWidth(getComputedStyle(map.getContainer()).fontFamily), [map])
  const shown = index
    .getClusters([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()], map.getZoom())
    .map(({ geometry: { coordinates }, properties }) => {
      const [lng, lat] = coordinates as [number, number]
      const point = points[properties.order]!
      const cluster = 'cluster_id' in properties ? properties : null
      const id = cluster ? `cluster-${cluster.cluster_id}` : point.id
      const label_width = cluster ? 0 : measure(point.label) + LABEL_GAP
      const { x, y } = map.latLngToContainerPoint([lat, lng])
      return {
        id,
        point,
        cluster,
        lat,
        lng,
        order: properties.order,
        x,
        y,
        half: cluster ? 19 : 13,
        width: label_width,
      }
    })
    .toSorted((a, b) => a.order - b.order)
  const { sides, taken } = placeLabels(
    shown.toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id))),
    width,
  )

  const { x: left, y: top } = map.getPixelBounds().min!
  useEffect(() =>
    keepClear(
      map,
      taken.map((box) => ({
        left: box.left + left,
        right: box.right + left,
        top: box.top + top,
        bottom: box.bottom + top,
      })),
    ),
  )

  const open = ({ cluster, lat, lng }: (typeof shown)[number]) => {
    if (!cluster) return
    const zoom = index.getClusterExpansionZoom(cluster.cluster_id)
    if (zoom <= map.getMaxZoom()) map.setView([lat, lng], zoom)
    else onChoose(index.getLeaves(cluster.cluster_id, Infinity).map(({ properties }) => points[properties.order]!.id))
  }

  return (
    <>
      {createPortal(
        shown.map((each) => {
          const { id, point, cluster, lat, lng, order } = each
          const at = map.latLngToLayerPoint([lat, lng])
          const side = sides.get(id)
          return (
            <button
              key={id}
              type="button"
              className={`${styles.point} ${chosen.includes(id) ? styles.chosenPoint : ''}`}
              style={{ left: at.x, top: at.y, zIndex: points.length - order }}
              aria-label={
                cluster
                  ? `${cluster.point_count} close together: ${point.label} and others`
                  : `${point.label}: ${point.detail}`
              }
              aria-pressed={cluster ? undefined : chosen.includes(id)}
              onClick={() => (cluster ? open(each) : onChoose([id]))}
            >
              {cluster ? (
                <span className={`${styles.cluster} ${styles[cluster.tone]}`}>{cluster.point_count}</span>
              ) : (
                <svg viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">
                  <PointMark tone={point.tone} shape={point.shape} hollow={point.hollow ?? false} />
                </svg>
              )}
              {side ? <span className={`${styles.label} ${styles[side]}`}>{point.label}</span> : null}
            </button>
          )
        }),
        map.getPane(POINTS)!,
      )}
      {outside > 0 ? (
        <button type="button" className={styles.outside} onClick={onShowAll}>
          {outside} more outside this view: show all
        </button>
      ) : null}
    </>
  )
}

/** Measures texts as the labels are drawn. */
function textWidth(family: string): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = `${LABEL_FONT} ${family}`
  return (text) => Math.ceil(pen?.measureText(text).width ?? text.length * 8)
}
