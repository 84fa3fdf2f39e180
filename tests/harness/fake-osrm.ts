import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type OsrmBehaviour =
  | 'right'
  | 'slow'
  | 'error_500'
  | 'no_json'
  | 'other_shape'
  | 'too_few'
  | 'negative'
  | 'redirect'

export interface FakeOsrm {
  url: string
  /** Paths with query of all requests so far. */
  requests: string[]
  mode(behaviour: OsrmBehaviour): void
  /** Answers these seconds, in the order of the sources; null when no road leads there. */
  answers(seconds: (number | null)[]): void
  close(): Promise<void>
}

/** Speaks OSRM's table service as its documentation has it, and fails in every way a router can. */
export async function startFakeOsrm(): Promise<FakeOsrm> {
  const requests: string[] = []
  let behaviour: OsrmBehaviour = 'right'
  let seconds: (number | null)[] = []
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '')
    const url = new URL(request.url ?? '', 'http://osrm')
    const places = url.pathname.replace('/table/v1/driving/', '').split(';')
    const sources = url.searchParams.get('sources')?.split(';') ?? []
    const understood =
      places.every((place) => /^-?\d+\.\d+,-?\d+\.\d+$/.test(place)) &&
      sources.length === places.length - 1 &&
      url.searchParams.get('destinations') === String(places.length - 1)
    const durations = sources.map((_, index) => [seconds[index] ?? null])
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (!understood) return send(400, { code: 'InvalidQuery' })
    if (behaviour === 'slow') return void setTimeout(() => send(200, { code: 'Ok', durations }), 4_000).unref()
    if (behaviour === 'error_500') return send(500, { code: 'Ok', durations })
    if (behaviour === 'no_json') return void response.end('<html>Welcome to nginx</html>')
    if (behaviour === 'other_shape') return send(200, { code: 'Ok', durations: seconds })
    if (behaviour === 'too_few') return send(200, { code: 'Ok', durations: durations.slice(1) })
    if (behaviour === 'negative') return send(200, { code: 'Ok', durations: durations.map(() => [-5]) })
    if (behaviour === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    send(200, { code: 'Ok', durations, sources: [], destinations: [] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mode: (next) => (behaviour = next),
    answers: (next) => (seconds = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
