import { spawn } from 'node:child_process'
import dgram from 'node:dgram'
import net from 'node:net'
import path from 'node:path'
import { root } from './compose-file.ts'
import { until } from './until.ts'

export interface NameServer {
  /** `127.0.0.1:port` */
  address: string
  /** What the one name leads to from now on. */
  answer(addresses: string[]): void
  close(): Promise<void>
}

/** A DNS server that has one answer for every name: some IPv4 addresses, as Docker's own has for a scaled service. */
export async function startNameServer(): Promise<NameServer> {
  const socket = dgram.createSocket('udp4')
  let addresses: string[] = []
  socket.on('message', (query, peer) => {
    let end = 12
    while (query[end] !== 0) end += query[end]! + 1
    const question = query.subarray(12, end + 5)
    const wantsIpv4 = query.readUInt16BE(end + 1) === 1
    const records = wantsIpv4 ? addresses : []
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    const answers = records.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, question, ...answers]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (next) => (addresses = next),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

export interface ReverseProxy {
  stop(): Promise<void>
}

/** The proxy of the deployment with its own configuration file, from Debian's package. */
export async function startReverseProxy(environment: Record<string, string>): Promise<ReverseProxy> {
  const child = spawn('haproxy', ['-db', '-f', path.join(root, 'deploy/proxy/haproxy.cfg')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const failed = new Promise<never>((_resolve, reject) => {
    child.on('error', () => reject(new Error('This test needs HAProxy: install the package haproxy.')))
    child.on('exit', () => reject(new Error(`HAProxy ended:\n${output}`)))
  })
  failed.catch(() => {})
  const [host, port] = environment.LISTEN_HTTP!.split(':')
  await Promise.race([failed, until('HAProxy listens', () => accepts(host!, Number(port)))])
  return {
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, host)
    socket.on('connect', () => resolve(Boolean(socket.end())))
    socket.on('error', () => resolve(false))
  })
