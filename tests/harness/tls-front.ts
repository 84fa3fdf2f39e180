import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'

/** Ends TLS in front of a server of this machine, with a certificate for `localhost` that no one has signed. */
export async function startTlsFront(target_port: () => number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-tls-'))
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const words = [...request, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', words, { stdio: 'ignore' })
  const pair = { key: fs.readFileSync(key), cert: fs.readFileSync(cert, 'utf8') }
  fs.rmSync(folder, { recursive: true })
  const sockets = new Set<net.Socket>()
  const server = tls.createServer(pair, (socket) => {
    const target = net.connect(target_port(), '127.0.0.1')
    for (const each of [socket, target]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => [socket, target].forEach((end) => end.destroy()))
    }
    socket.pipe(target).pipe(socket)
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `https://localhost:${(server.address() as net.AddressInfo).port}`,
    certificate: pair.cert,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
