import { type ReactNode, useId } from 'react'
import { mapSettings } from './map-settings.ts'
import styles from './map.module.css'
import type { MapInFrame } from './use-map.ts'

interface MapFrameProps extends MapInFrame {
  /** What it shows, for screen readers. */
  label: string
  /** How it is used, below it. */
  keys: string
  size?: 'large' | 'medium' | 'small'
  /** Besides + and −. */
  buttons?: ReactNode
  /** What lies on the map. */
  children?: ReactNode
}

/** The map itself, its buttons, and what it says when it could not be loaded. */
export function MapFrame({ frame, loaded, failed, label, keys, size = 'large', buttons, children }: MapFrameProps) {
  const id = useId()
  return (
    <div className={styles.main}>
      <div className={`${styles.frame} ${styles[size]}`}>
        <div ref={frame} className={styles.ground} role="group" aria-label={label} aria-describedby={id} tabIndex={0} />
        {failed ? (
          <p className={styles.failed} role="alert">
            The map could not be loaded. Please reload the page.
          </p>
        ) : null}
        <div className={styles.buttons}>
          <button type="button" aria-label="Zoom in" onClick={() => loaded?.map.zoomIn()}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => loaded?.map.zoomOut()}>
            −
          </button>
          {buttons}
        </div>
        {mapSettings.pmtiles || mapSettings.tiles ? null : (
          <p className={styles.noStreets}>
            {size === 'small' ? 'No streets' : 'No streets: Operations says how to add them'}
          </p>
        )}
        {children}
      </div>
      <p id={id} className={size === 'small' ? 'visually-hidden' : styles.keys}>
        {keys}
      </p>
    </div>
  )
}
