import L, { type GridLayer, type Map as LeafletMap } from 'leaflet'
import { FileSource, PMTiles } from 'pmtiles'
import {
  CircleSymbolizer,
  GroupSymbolizer,
  leafletLayer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  PolygonSymbolizer,
} from 'protomaps-leaflet'
import baseAddress from '../../../../shared/dist/base-map.bin?url'
import { mapSettings } from './map-settings.ts'
import styles from './map.module.css'

const BASE_CREDIT = 'Natural Earth | © GeoNames | Department of Posts'

/**
 * What lies under the points: the bundled land, rivers and towns, and above them streets if a setting says where they come
 * from. What does not come leaves the ground below it visible. No boundary is ever drawn: see decision 012.
 */
export function addGround(map: LeafletMap): void {
  let layers: GridLayer[] = []
  const draw = () => {
    for (const layer of layers) layer.remove()
    layers = []
    const mine = layers
    // Another theme was chosen meanwhile, or the map is gone.
    const add = (layer: GridLayer) => mine === layers && mine.push(layer.addTo(map))
    const { pmtiles, tiles, attribution } = mapSettings
    bundled(map).then(add, leaveOut)
    if (pmtiles) vectorStreets(pmtiles, attribution).then(add, leaveOut)
    else if (tiles) add(L.tileLayer(tiles, { attribution, className: styles.tiles!, zIndex: 2 }))
  }
  const observer = new MutationObserver(draw)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => {
    observer.disconnect()
    layers = []
  })
  draw()
}

/** The browser says in its console what could not be fetched; the map does without. */
const leaveOut = () => {}

let base: Promise<PMTiles> | undefined

/** One file, fetched once as a whole: our servers then need no more than they need for a script. */
async function readBase(): Promise<PMTiles> {
  const answer = await fetch(baseAddress)
  if (!answer.ok) throw new Error(`The base map was answered with ${answer.status}`)
  return new PMTiles(new FileSource(new File([await answer.blob()], 'base-map')))
}

async function bundled(map: LeafletMap): Promise<GridLayer> {
  base ??= readBase()
  base.catch(() => (base = undefined))
  const archive = await base
  const { maxZoom } = await archive.getHeader()
  const look = getComputedStyle(map.getContainer())
  const colour = (name: string) => look.getPropertyValue(`--map-${name}`)
  const water = colour('water')
  const size = (_zoom: number, town?: { props: Record<string, unknown> }) => (Number(town?.props.min) < 8 ? 13 : 11)
  return leafletLayer({
    url: archive,
    maxDataZoom: maxZoom,
    attribution: BASE_CREDIT,
    // Only where the map is drawn: a place that is still being loaded is not shown in the sea.
    backgroundColor: water,
    paintRules: [
      { dataLayer: 'land', symbolizer: new PolygonSymbolizer({ fill: colour('land') }) },
      { dataLayer: 'lakes', symbolizer: new PolygonSymbolizer({ fill: water }) },
      { dataLayer: 'rivers', symbolizer: new LineSymbolizer({ color: water, width: (zoom) => (zoom < 8 ? 1.5 : 3) }) },
    ],
    labelRules: [
      {
        dataLayer: 'towns',
        filter: (zoom, { props }) => Number(props.min) <= zoom,
        symbolizer: new GroupSymbolizer([
          new CircleSymbolizer({ radius: 2, fill: colour('town'), stroke: colour('land'), width: 1 }),
          new OffsetTextSymbolizer({
            offsetX: 5,
            offsetY: 3,
            maxLineChars: 40,
            fontFamily: look.fontFamily,
            fontSize: size,
            fill: colour('town'),
            stroke: colour('land'),
            width: 3,
          }),
        ]),
      },
    ],
  }) as unknown as GridLayer
}

async function vectorStreets(address: string, attribution: string): Promise<GridLayer> {
  const archive = new PMTiles(address)
  const { maxZoom } = await archive.getHeader()
  const flavor = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
  const layer = leafletLayer({ url: archive, maxDataZoom: maxZoom, flavor, attribution, zIndex: 2 })
  layer.paintRules = layer.paintRules.filter(({ dataLayer }) => dataLayer !== 'boundaries')
  // Where the archive has nothing, the bundled ground shows.
  layer.backgroundColor = undefined
  return layer as unknown as GridLayer
}
