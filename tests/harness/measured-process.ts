import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { gazetteer } from '@tvarit/shared/domain/places/gazetteer'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { createLog } from '@tvarit/shared/platform/log/log'
import { startServer } from '@tvarit/server/app'

// The program of `startMeasuredServer`: a whole server that says what its threads have used, and what it serves.

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

/** Every route of Express, as `GET /s/:token`; `ALL` where a route takes any method. */
const routesOf = (stack: readonly Layer[]): string[] =>
  stack.flatMap(({ route, handle }) => {
    if (!route) return handle.stack ? routesOf(handle.stack) : []
    const methods = Object.keys(route.methods).map((method) => (method === '_all' ? 'ALL' : method.toUpperCase()))
    return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`))
  })

let routes: string[] = []
subscribe('http.server.request.start', (message) => {
  const { server } = message as { server: Server }
  const [app] = server.listeners('request').filter((listener) => 'router' in listener)
  routes = routesOf((app as unknown as { router: { stack: Layer[] } }).router.stack)
})

gazetteer()
const config = readConfig(process.env)
const server = await startServer(config, createLog('server', config.LOG_LEVEL), { connection_wait_ms: 60_000 })
await fetch(`${server.url}/healthz`)
process.on('message', () => {
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()]
  process.send!({ main: main.user + main.system, all: all.user + all.system })
})
process.on('disconnect', () => process.exit())
process.send!({ url: server.url, routes })
