import { randomInt } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerParent } from './child.ts'
import { pressBody, pressHeaders } from './presses.ts'

export interface AttackPlan {
  /** Names of `ATTACKS`; all when null. */
  attacks: string[] | null
  /** Only this, on a hundred connections. */
  flood?: { method: string; path: string }
  url: string
  admin: string
  staff: string
  hot_sticker: string
  /** Of an alert with a status link and a handover. */
  status_url: string
  alert_id: number
  hospital_id: number
  hospitals_csv: string
  /** A PNG of a few kilobytes and forty million pixels. */
  picture: Uint8Array
}

/** How often each attack got an answer, or a connection, by what came of it. */
export type Attacked = Record<string, Record<string, number>>

/**
 * Every attack of `npm run bench -- attacked` at once, in a process of its own, so that their work is not that of the one
 * who measures. Begins with a message, goes on until it is ended, and says what was done when asked.
 */

let plan: AttackPlan
const done: Attacked = {}

function note(attack: string, what: string | number): void {
  const counts = (done[attack] ??= {})
  counts[what] = (counts[what] ?? 0) + 1
}

interface Call {
  attack: string
  path: string
  method?: string
  body?: () => string | Buffer
  headers?: http.OutgoingHttpHeaders
}

/** So many connections that each send their next request on the answer; resolves with the last answer of a single call. */
const agents = new Map<string, http.Agent>()
function call({ attack, path, method = 'POST', body, headers }: Call): Promise<string> {
  const agent = agents.get(attack) ?? new http.Agent({ keepAlive: true, maxSockets: Infinity })
  agents.set(attack, agent)
  const content = body?.() ?? ''
  return new Promise((resolve) => {
    const request = http.request(
      plan.url + path,
      { method, agent, headers: { ...pressHeaders(content.toString()), ...headers, 'content-length': content.length } },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text.length < 10_000 ? (text += part.toString()) : text))
        answer.on('end', () => {
          note(attack, answer.statusCode!)
          resolve(text)
        })
        answer.on('error', () => resolve(''))
      },
    )
    request.on('error', () => {
      note(attack, 'cut')
      setTimeout(() => resolve(''), 100)
    })
    request.end(content)
  })
}

function keepCalling(connections: number, what: Call): void {
  for (let n = 0; n < connections; n++) {
    void (async () => {
      for (;;) await call(what)
    })()
  }
}

/** So many bare connections that begin anew when they are ended. */
function keepConnecting(attack: string, connections: number, begin: (connection: net.Socket) => void): void {
  const one = () => {
    const connection = net.connect({ host: new URL(plan.url).hostname, port: Number(new URL(plan.url).port) })
    connection.on('connect', () => begin(connection))
    connection.on('error', () => {})
    connection.on('close', () => {
      note(attack, 'ended')
      setTimeout(one, 20)
    })
  }
  for (let n = 0; n < connections; n++) one()
}

function shakeHands(connection: net.Socket): void {
  connection.write(
    `GET /trpc-ws?connectionParams=1 HTTP/1.1\r\nHost: ${new URL(plan.url).host}\r\nOrigin: ${plan.url}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
}

function keepWriting(connection: net.Socket, bytes: Buffer): void {
  const write = () => {
    while (!connection.destroyed && connection.write(bytes));
  }
  connection.on('drain', write)
  write()
}

/** A frame as a client sends it, of less than 126 bytes. */
const frame = (opcode: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

const PARAMS = frame(1, '{"method":"connectionParams","data":{"token":"junk"}}')
const SUBSCRIBE = frame(1, '{"id":1,"method":"subscription","params":{"path":"alerts.live"}}')
const times = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes))

const ATTACKS: Record<string, () => void> = {
  sockets() {
    keepConnecting('junk sockets that send', 10, (connection) => {
      connection.resume()
      shakeHands(connection)
      connection.write(PARAMS)
      keepWriting(connection, times(200, SUBSCRIBE))
    })
    keepConnecting('sockets that never read', 10, (connection) => {
      connection.pause()
      shakeHands(connection)
      keepWriting(connection, times(200, Buffer.concat([frame(1, 'PING'), frame(9, 'x'.repeat(120))])))
    })
  },
  uploads() {
    const part =
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    const photo = Buffer.alloc(4_400_000, 7)
    keepConnecting('unfinished uploads', 100, (connection) => {
      connection.write(
        `POST /api/users/register/subscriber/ HTTP/1.1\r\nHost: ${new URL(plan.url).host}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n${part}`,
      )
      connection.write(photo)
      connection.resume()
    })
  },
  coupon() {
    keepCalling(1_500, { attack: 'one hot coupon', path: `/api/scan/${plan.hot_sticker}/alerts/`, body: pressBody })
  },
  status() {
    let landmark = 0
    keepCalling(20, {
      attack: 'posts to a status link',
      path: `${plan.status_url}/details`,
      body: () => JSON.stringify({ landmark: `Landmark ${(landmark += 1)}` }),
    })
  },
  batches() {
    const names = Array.from({ length: 400 }, () => 'dashboard.read').join(',')
    keepCalling(4, {
      attack: 'batches of 400',
      method: 'GET',
      path: `/trpc/${names}?batch=1`,
      headers: { authorization: `Bearer ${plan.staff}` },
    })
  },
  forms() {
    const names = Array.from({ length: 16_384 }, (_, n) => n.toString(26).padStart(3, 'a')).join('&')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': `${'A'.repeat(27)}=`,
    }
    for (const path of ['twilio', 'twilio/voice', 'exotel/voice'])
      keepCalling(10, { attack: 'unsigned forms', path: `/api/receipts/${path}/`, headers, body: () => names })
  },
  documents() {
    for (const path of ['/api/docs/', '/api/openapi.json'])
      keepCalling(50, { attack: 'documents', method: 'GET', path, headers: { 'accept-encoding': 'gzip' } })
  },
  pictures() {
    const head = '--x\r\nContent-Disposition: form-data; name="photo"; filename="p.png"\r\n\r\n'
    const form = Buffer.concat([Buffer.from(head), plan.picture, Buffer.from('\r\n--x--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    keepCalling(100, { attack: 'tiny huge pictures', path: `${plan.status_url}/photo`, headers, body: () => form })
  },
  import() {
    keepCalling(1, {
      attack: 'imports of 5,000 hospitals',
      path: '/api/hospitals/import/',
      headers: { authorization: `Bearer ${plan.admin}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: () =>
        '--x\r\nContent-Disposition: form-data; name="file"; filename="h.csv"\r\nContent-Type: text/csv\r\n\r\n' +
        `${plan.hospitals_csv}\r\n--x--\r\n`,
    })
    void keepHandingOver()
  },
  codes() {
    keepCalling(20, { attack: 'codes for new numbers', path: '/api/users/register/request-otp/', body: codeBody })
    keepCalling(20, { attack: 'who is a customer', path: '/api/users/login/otp-request/', body: codeBody })
  },
  network() {
    keepCalling(40, {
      attack: 'codes for one /48',
      path: '/api/users/register/request-otp/',
      body: codeBody,
      headers: {
        // Read for each request.
        get 'x-forwarded-for'() {
          return `2001:db8:1:${randomInt(65_536).toString(16)}::1`
        },
      },
    })
  },
}

const codeBody = () => JSON.stringify({ phone_number: String(randomInt(6_000_000_000, 10_000_000_000)) })

/** Sends the health data of the alert to a hospital that is being imported, and revokes it. */
async function keepHandingOver(): Promise<void> {
  const attack = 'handovers meanwhile'
  const headers = { authorization: `Bearer ${plan.staff}` }
  for (;;) {
    const order = JSON.stringify({ hospital_id: plan.hospital_id, channel: 'sms' })
    const sent = await call({ attack, path: `/api/qr/alerts/${plan.alert_id}/handovers/`, body: () => order, headers })
    const id = /"id":(\d+)/.exec(sent)?.[1]
    if (id) await call({ attack, path: `/api/qr/handovers/${id}/revoke/`, body: () => '{}', headers })
    else await wait(100)
  }
}

answerParent({
  begin(order: { plan: AttackPlan }) {
    plan = order.plan
    for (const name of plan.attacks ?? Object.keys(ATTACKS)) ATTACKS[name]!()
    if (plan.flood) {
      const { method, path } = plan.flood
      keepCalling(100, { attack: `${method} ${path}`, method, path, body: () => (method === 'GET' ? '' : '{}') })
    }
    return null
  },
  done: () => done,
})
