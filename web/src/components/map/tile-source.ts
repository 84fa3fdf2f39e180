interface TileSource {
  attribution: string
  address: (zoom: number, x: number, y: number) => string
}

/** Where the pictures of maps come from: settings of the server, delivered in the page. Null without them. */
function readSource(): TileSource | null {
  const block = document.querySelector('#map-tiles')?.textContent
  if (!block) return null
  const { url, attribution } = JSON.parse(block) as { url: string; attribution: string }
  return {
    attribution,
    address: (zoom, x, y) => url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)),
  }
}

export const tileSource = readSource()
