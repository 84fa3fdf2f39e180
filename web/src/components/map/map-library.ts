import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import Supercluster from 'supercluster'
import { addGround, keepClear } from './ground.ts'
import { INDIA } from './place.ts'

// Everything that is loaded only with a map (web/budgets.json counts it apart).
export { keepClear, L, Supercluster }

/** The layer of the map that the points lie in. */
export const POINTS = 'points'

/** The world ends a little outside India: there is nothing to see beyond. */
const WORLD: L.LatLngBoundsLiteral = [
  [-4, 58],
  [44, 110],
]

/** An empty map with its ground, scale and attribution. Without animations: on old machines they only cost time. */
export function createMap(element: HTMLElement): L.Map {
  const map = L.map(element, {
    // At 3 a wide map would show Arabia to Japan.
    minZoom: 4,
    maxZoom: 18,
    maxBounds: WORLD,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: false,
    fadeAnimation: false,
    inertia: false,
    // `use-map.ts` follows the size of the element, and says when the wheel is the map's.
    trackResize: false,
    scrollWheelZoom: false,
  })
  // Leaflet loses a key that is pressed while the map still glides after the one before.
  const { panBy } = map
  map.panBy = (offset, options) => panBy.call(map, offset, { ...options, animate: false })
  L.control.attribution({ prefix: false }).addTo(map)
  L.control.scale({ imperial: false, maxWidth: 120 }).addTo(map)
  // Presses on a point are neither the map's nor the beginning of a drag.
  L.DomEvent.disableClickPropagation(map.createPane(POINTS))
  addGround(map)
  map.fitBounds(INDIA)
  return map
}
