import { mapSettings } from './map-settings.ts'

/** A place on the globe in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** Zoom of a map that shows one place: some streets around, or without streets some names. */
export const ONE_PLACE_ZOOM = mapSettings.pmtiles || mapSettings.tiles ? 14 : 12

/** South west and north east. */
export const INDIA: [[number, number], [number, number]] = [
  [8, 68.5],
  [35.5, 97],
]
