import net from 'node:net'

// Beneath those that the system gives to outgoing calls, above those that browsers reject.
const [FIRST, LAST] = [11_000, 31_999]

// Each process begins at another place: two that ask at the same moment do not get the same one.
let next = FIRST + ((process.pid * 97) % (LAST - FIRST))

/** A TCP port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port === LAST ? FIRST : port + 1
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' || code === 'EACCES' ? resolve(false) : reject(new Error(`No port can be opened: ${code}`)),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
