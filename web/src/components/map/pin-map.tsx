import type { LeafletKeyboardEvent, LeafletMouseEvent } from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import { INDIA, ONE_PLACE_ZOOM, type Place } from './place.ts'
import { MapFrame } from './map-frame.tsx'
import styles from './map.module.css'
import { type LoadedMap, useMap } from './use-map.ts'

interface PinMapProps {
  value: Place | null
  onChange: (place: Place) => void
  /** What the pin stands for: 'Base', 'Place of the alert'. */
  label: string
}

const KEYS =
  'Click the map or drag the pin. With the map selected, arrows move it and Enter sets the pin in its middle.'

/** A map to choose one place on. Five decimals: a metre. */
export function PinMap({ value, onChange, label }: PinMapProps) {
  const { loaded, ...frame } = useMap()
  return (
    <>
      <MapFrame {...frame} loaded={loaded} label={`${label}, map`} keys={KEYS} size="medium">
        {loaded ? <Pin {...loaded} value={value} onChange={onChange} label={label} /> : null}
      </MapFrame>
      <p className="visually-hidden" role="status">
        {value ? `${label}: pin at ${inWords(value)}` : `${label}: no pin yet`}
      </p>
    </>
  )
}

const inWords = ({ latitude, longitude }: Place): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Pixels that an arrow key moves the pin; with Shift one. */
const STEP = 10

const PICTURE =
  '<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="M16 1a14 14 0 0 1 14 14c0 10-14 26-14 26S2 25 2 15A14 14 0 0 1 16 1z"/><circle cx="16" cy="15" r="5"/></svg>'

function Pin({ map, library: { L }, value, onChange, label }: PinMapProps & LoadedMap) {
  const marker = useRef<ReturnType<typeof L.marker>>(null)
  const choose = useEffectEvent(({ lat, lng }: { lat: number; lng: number }) =>
    onChange({ latitude: Number(lat.toFixed(5)), longitude: Number(lng.toFixed(5)) }),
  )
  useEffect(() => {
    const onClick = ({ latlng }: LeafletMouseEvent) => choose(latlng)
    const onKey = ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return
      originalEvent.preventDefault()
      choose(map.getCenter())
    }
    map.on('click', onClick).on('keydown', onKey)
    const icon = L.divIcon({ className: styles.pin!, html: PICTURE, iconSize: [32, 42], iconAnchor: [16, 41] })
    const pin = L.marker([0, 0], { icon, draggable: true, autoPan: true })
    marker.current = pin
    pin.on('dragend', () => choose(pin.getLatLng()))
    pin.on('add', () => {
      pin.getElement()!.addEventListener('keydown', (event) => {
        const step = STEPS[event.key]
        if (!step) return
        event.preventDefault()
        const pixels = event.shiftKey ? 1 : STEP
        const at = map.project(pin.getLatLng()).add([step[0] * pixels, step[1] * pixels])
        choose(map.unproject(at))
      })
    })
    return () => {
      map.off('click', onClick).off('keydown', onKey)
      pin.remove()
    }
  }, [map, L])

  const [latitude, longitude] = [value?.latitude, value?.longitude]
  useEffect(() => {
    const pin = marker.current!
    if (latitude === undefined || longitude === undefined) {
      pin.remove()
      map.fitBounds(INDIA)
      return
    }
    pin.setLatLng([latitude, longitude]).addTo(map)
    pin
      .getElement()!
      .setAttribute('aria-label', `${label}: pin at ${inWords({ latitude, longitude })}. Arrow keys move it.`)
    // What was typed may lie outside the map, and before the first pin it shows all of India.
    if (map.getZoom() < 8 || !map.getBounds().contains(pin.getLatLng())) {
      map.setView(pin.getLatLng(), ONE_PLACE_ZOOM)
    }
  }, [map, latitude, longitude, label])
  return null
}
