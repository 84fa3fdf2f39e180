import { gridStep, type Size, toPixels, toPlace, toSpot, type View, worldPixels } from './mercator.ts'
import styles from './map.module.css'

const APART = 110
/** Room for the line of longitudes above, and for the scale below. */
const ABOVE = 30
const BELOW = 40

/** Lines of latitude and longitude: without a street map they are what shows where one is and how far one has moved. */
export function MapGrid({ view, size }: { view: View; size: Size }) {
  const step = gridStep(view, APART)
  const half = { x: size.width / 2 / worldPixels(view.zoom), y: size.height / 2 / worldPixels(view.zoom) }
  const upper = toPlace({ x: view.center.x - half.x, y: Math.max(0, view.center.y - half.y) })
  const lower = toPlace({ x: view.center.x + half.x, y: Math.min(1, view.center.y + half.y) })
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const place = (latitude: number, longitude: number) => toPixels(toSpot({ latitude, longitude }), view, size)
  return (
    <g className={styles.grid}>
      {multiples(upper.longitude, lower.longitude, step).map((longitude) => {
        const { x } = place(0, longitude)
        return (
          <g key={`x${longitude}`}>
            <path d={`M${x} 0V${size.height}`} />
            <text x={x + 4} y={14}>{`${longitude.toFixed(digits)}° E`}</text>
          </g>
        )
      })}
      {multiples(lower.latitude, upper.latitude, step).map((latitude) => {
        const { y } = place(latitude, 0)
        return (
          <g key={`y${latitude}`}>
            <path d={`M0 ${y}H${size.width}`} />
            {y > ABOVE && y < size.height - BELOW ? (
              <text x={6} y={y - 4}>{`${latitude.toFixed(digits)}° N`}</text>
            ) : null}
          </g>
        )
      })}
    </g>
  )
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_each, place) => (first + place) * step)
}
