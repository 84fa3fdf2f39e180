export interface MapSettings {
  /** Vector tiles: one PMTiles archive. */
  pmtiles: string | null
  /** Pictures of streets, with the places of {z}, {x} and {y}. */
  tiles: string | null
  /** Whom streets are owed to. */
  attribution: string
}

/** Where the streets of maps come from: settings of the server, delivered in the page. */
function readSettings(): MapSettings {
  const block = document.querySelector('#map-settings')?.textContent
  return block ? (JSON.parse(block) as MapSettings) : { pmtiles: null, tiles: null, attribution: '' }
}

/** The settings that the server wrote into the page. */
export const mapSettings = readSettings()
