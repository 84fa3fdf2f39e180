import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import { mostOf } from './most-of.ts'
import { INDIA, ONE_PLACE_ZOOM, type Place } from './place.ts'
import { isQuiet, quietly } from './use-map.ts'
import { tabStorage } from '../../lib/browser-storage.ts'

const ROOM = 56

/**
 * Shows where most of `first` are, until a person moves the map; then it stays there, also after a reload (`memory` is
 * the name it is kept under in this tab; null keeps nothing). Returns what shows all of them.
 */
export function useView(
  map: LeafletMap | undefined,
  places: readonly Place[],
  first: readonly Place[],
  memory: string | null,
): () => void {
  const moved = useRef(false)
  const key = memory && `map:${memory}`
  const bounds = JSON.stringify(boundsOf(mostOf(first)))
  const showMost = useEffectEvent(() => {
    if (map && !moved.current) show(map, JSON.parse(bounds) as Bounds | null)
  })

  useEffect(() => {
    if (!map) return undefined
    const kept = key && tabStorage.getItem(key)
    if (kept) {
      const { latitude, longitude, zoom } = JSON.parse(kept) as Place & { zoom: number }
      quietly(map, () => map.setView([latitude, longitude], zoom))
      moved.current = true
    }
    const onMove = () => {
      if (isQuiet(map)) return
      moved.current = true
      const { lat, lng } = map.getCenter()
      if (key) tabStorage.setItem(key, JSON.stringify({ latitude: lat, longitude: lng, zoom: map.getZoom() }))
    }
    const onResize = () => showMost()
    map.on('moveend', onMove).on('resize', onResize)
    return () => void map.off('moveend', onMove).off('resize', onResize)
  }, [map, key])

  useEffect(() => {
    if (map && !moved.current) show(map, JSON.parse(bounds) as Bounds | null)
  }, [map, bounds])

  return () => {
    if (!map) return
    moved.current = false
    if (key) tabStorage.removeItem(key)
    show(map, boundsOf(places))
  }
}

type Bounds = [[south: number, west: number], [north: number, east: number]]

/** Around points there is room; India without any fills the map. */
const show = (map: LeafletMap, bounds: Bounds | null) =>
  quietly(map, () =>
    bounds ? map.fitBounds(bounds, { padding: [ROOM, ROOM], maxZoom: ONE_PLACE_ZOOM }) : map.fitBounds(INDIA),
  )

function boundsOf(places: readonly Place[]): Bounds | null {
  if (places.length === 0) return null
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ]
}
