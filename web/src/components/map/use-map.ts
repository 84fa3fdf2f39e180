import type * as Leaflet from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import type * as library from './map-library.ts'

type Library = typeof library

export interface LoadedMap {
  map: Leaflet.Map
  library: Library
}

export interface MapInFrame {
  frame: RefObject<HTMLDivElement | null>
  /** Null until the library has come; it comes with the first map that is shown. */
  loaded: LoadedMap | null
  failed: boolean
}

const load = () => loadCode(() => import('./map-library.ts'))

/** Maps that we move at this moment: what they report then is no person's wish. */
const moving = new WeakSet<Leaflet.Map>()

/** Moves a map without that counting as a person's wish. */
export function quietly(map: Leaflet.Map, move: () => void): void {
  moving.add(map)
  move()
  moving.delete(map)
}

/** Whether the map is being moved by `quietly`. */
export const isQuiet = (map: Leaflet.Map): boolean => moving.has(map)

/**
 * A map in the element that gets `frame`. The wheel zooms only while the map has the focus or with Ctrl: else a page would
 * get stuck on a map.
 */
export function useMap(): MapInFrame {
  const frame = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<LoadedMap | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const element = frame.current!
    const gone = new AbortController()
    const start = (library: Library) => {
      if (gone.signal.aborted) return
      const map = library.createMap(element)
      const observer = new ResizeObserver(() => quietly(map, () => map.invalidateSize({ pan: false })))
      observer.observe(element)
      const onWheel = ({ ctrlKey, metaKey }: WheelEvent) => {
        if (ctrlKey || metaKey || element.contains(document.activeElement)) map.scrollWheelZoom.enable()
        else map.scrollWheelZoom.disable()
      }
      // Before the library hears of it.
      element.addEventListener('wheel', onWheel, { capture: true, passive: true, signal: gone.signal })
      gone.signal.addEventListener('abort', () => {
        observer.disconnect()
        map.remove()
      })
      setLoaded({ map, library })
    }
    load().then(start, () => setFailed(true))
    return () => gone.abort()
  }, [])
  return { frame, loaded, failed }
}
