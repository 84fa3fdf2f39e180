import { type Size, toPixels, type View } from './mercator.ts'
import styles from './map.module.css'
import { tileSource } from './tile-source.ts'
import { tilesOf } from './tiles-of.ts'

/** Pictures of streets, when there is a server for them. One that does not come leaves the grid visible. */
export function MapTiles({ view, size }: { view: View; size: Size }) {
  if (!tileSource) return null
  const { address } = tileSource
  const { tiles, pixels } = tilesOf(view, size)
  return (
    <g className={styles.tiles}>
      {tiles.map(({ zoom, x, y, spot }) => {
        const at = toPixels(spot, view, size)
        return (
          <image
            key={`${zoom}/${x}/${y}`}
            href={address(zoom, x, y)}
            x={at.x}
            y={at.y}
            // A hair more than a tile: no seams between them.
            width={pixels + 0.5}
            height={pixels + 0.5}
            preserveAspectRatio="none"
          />
        )
      })}
    </g>
  )
}
