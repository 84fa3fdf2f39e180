import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TileServer {
  /** With the places of zoom, x and y. */
  url: string
  /** `zoom/x/y` of every tile that was asked for. */
  asked: Set<string>
  close(): Promise<void>
}

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#c8e0c0"/></svg>'

/** A server of map pictures: one green square for every place of the world. */
export async function startTileServer(): Promise<TileServer> {
  const asked = new Set<string>()
  const server = http.createServer((request, response) => {
    const place = /^\/(\d+\/\d+\/\d+)\.svg$/.exec(request.url ?? '')?.[1]
    if (!place) return void response.writeHead(404).end()
    asked.add(place)
    response.setHeader('content-type', 'image/svg+xml').end(TILE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.svg`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
