import L, { type GridLayer, type Map as LeafletMap } from 'leaflet'
import { FileSource, PMTiles } from 'pmtiles'
import {
  CircleSymbolizer,
  GroupSymbolizer,
  type LabelRule,
  leafletLayer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  PolygonSymbolizer,
} from 'protomaps-leaflet'
import baseAddress from '../../../../shared/dist/base-map.bin?url'
import { mapSettings } from './map-settings.ts'
import styles from './map.module.css'
import { type Box, overlaps } from './place-labels.ts'

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
    if (pmtiles) vectorStreets(map, pmtiles, attribution).then(add, leaveOut)
    else if (tiles) add(L.tileLayer(tiles, { attribution, className: styles.tiles!, zIndex: 2 }))
  }
  map.on(KEPT_CLEAR, () => {
    for (const layer of layers) if ('rerenderTiles' in layer) (layer.rerenderTiles as () => void)()
  })
  const observer = new MutationObserver(draw)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  map.on('unload', () => {
    observer.disconnect()
    layers = []
  })
  draw()
}

const KEPT_CLEAR = 'kept-clear'
const clear = new WeakMap<LeafletMap, Box[]>()
/** A point that moves less does not draw the ground again; in pixels. */
const STEP = 4

/** Says where points and their labels lie, in pixels of the world at this zoom: the ground writes no names there. */
export function keepClear(map: LeafletMap, exact: readonly Box[]): void {
  const boxes = exact.map(({ left, right, top, bottom }) => ({
    left: Math.floor(left / STEP) * STEP,
    right: Math.ceil(right / STEP) * STEP,
    top: Math.floor(top / STEP) * STEP,
    bottom: Math.ceil(bottom / STEP) * STEP,
  }))
  if (JSON.stringify(boxes) === JSON.stringify(clear.get(map) ?? [])) return
  clear.set(map, boxes)
  map.fire(KEPT_CLEAR)
}

/** The rule, drawn only where no point lies. */
function besidePoints(map: LeafletMap, rule: LabelRule): LabelRule {
  const { symbolizer } = rule
  return {
    ...rule,
    symbolizer: {
      place: (layout, geometry, feature) =>
        symbolizer.place(layout, geometry, feature)?.map((label) => ({
          ...label,
          draw: (pen: CanvasRenderingContext2D) => {
            const boxes = label.bboxes.map(({ minX, maxX, minY, maxY }) => ({
              left: minX,
              right: maxX,
              top: minY,
              bottom: maxY,
            }))
            const taken = layout.zoom === map.getZoom() ? (clear.get(map) ?? []) : []
            if (!boxes.some((box) => taken.some((other) => overlaps(box, other)))) label.draw(pen)
          },
        })),
    },
  }
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
      besidePoints(map, {
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
      }),
    ],
  }) as unknown as GridLayer
}

async function vectorStreets(map: LeafletMap, address: string, attribution: string): Promise<GridLayer> {
  const archive = new PMTiles(address)
  const { maxZoom } = await archive.getHeader()
  const flavor = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
  const layer = leafletLayer({ url: archive, maxDataZoom: maxZoom, flavor, attribution, zIndex: 2 })
  layer.paintRules = layer.paintRules.filter(({ dataLayer }) => dataLayer !== 'boundaries')
  layer.labelRules = layer.labelRules.map((rule) => besidePoints(map, rule))
  // Where the archive has nothing, the bundled ground shows.
  layer.backgroundColor = undefined
  return layer as unknown as GridLayer
}
