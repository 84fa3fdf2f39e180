import { once } from 'node:events'
import net from 'node:net'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect, test } from 'vitest'
import { startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const port = await freePort()
const world = await fileWorld({ server: false, worker: false, settings: { PORT: String(port) } })

// A connection for which there is no room is dropped without a word: the phone asks again after one, three and seven seconds.
test('a server that is busy for a moment has room for 1,500 new connections', async () => {
  const server = await startProcess('server', world.environment)
  const connections: net.Socket[] = []
  try {
    process.kill(server.pid, 'SIGSTOP')
    for (let n = 0; n < 1_500; n++) connections.push(net.connect(port, '127.0.0.1').on('error', () => {}))
    await until('all are connected', () => connections.every(({ pending }) => !pending))
    process.kill(server.pid, 'SIGCONT')
    const last = connections.at(-1)!
    last.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    expect(String(await once(last, 'data'))).toContain('200 OK')
  } finally {
    for (const connection of connections) connection.destroy()
    await server.kill()
  }
})
