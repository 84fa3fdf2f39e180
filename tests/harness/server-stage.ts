import { freePort } from '@tvarit/shared/platform/process/free-port'
import { createPerson } from './people.ts'
import { type Process, startProcess } from './processes.ts'
import { openScreen, type Screen } from './screen.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { createWorld, type World } from './world.ts'

export interface Stage extends AsyncDisposable {
  world: World
  url: string
  /** Between the server and its database. */
  proxy: TcpProxy
  /** Between the screen and the server. */
  line: TcpProxy
  screen: Screen
  start(): Promise<Process>
}

/** A server process that reaches its database through a proxy, one screen, and a worker in this process. */
export async function stage(): Promise<Stage> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const world = await createWorld({ server: false, settings: { PORT: port, PUBLIC_URL: url, TRUST_PROXY: '1' } })
  const proxy = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  const environment = { ...world.environment, DATABASE_URL: proxy.through(world.config.DATABASE_URL) }
  const servers: Process[] = []
  const start = async () => {
    const server = await startProcess('server', environment)
    servers.push(server)
    return server
  }
  const staff = await createPerson(world, 'staff')
  const line = await startTcpProxy(Number(port))
  const screen = openScreen(line.through(url), staff.access, undefined, url)
  return {
    world,
    url,
    proxy,
    line,
    screen,
    start,
    async [Symbol.asyncDispose]() {
      await screen.close()
      await Promise.all(servers.map((each) => each.kill()))
      await line.close()
      await proxy.close()
      await world.stop()
    },
  }
}

/** Whether what goes to the database is a commit. */
export const isCommit = (piece: Buffer) => piece.includes('commit\0')
