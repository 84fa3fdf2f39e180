import net from 'node:net'
import { until } from './until.ts'

/** A bare connection that has asked for a WebSocket; frames are written by hand. */
export async function bareSocket(url: string, path = '/trpc-ws?connectionParams=1') {
  const { hostname, port, host } = new URL(url)
  const connection = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const state = { closed: false, ended: false, text: '' }
  connection.on('error', () => {})
  connection.on('close', () => (state.closed = true))
  connection.on('end', () => (state.ended = true))
  connection.on('data', (data) => (state.text += data.toString('latin1')))
  connection.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await until('the handshake is answered', () => state.text.includes('\r\n\r\n'))
  return { connection, state }
}

/** A frame as a client sends it, with a mask of zeros. */
export function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload])
}
