import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * `ok`: takes the mail. `slow`: never answers the mail. `accept_then_drop`: takes the mail and hangs up without a word.
 * `busy`: 451 for the mail. `no_such_person`: 550 for the address. `rejects_all`: 554 for the mail.
 */
export type SmtpMode = 'ok' | 'slow' | 'accept_then_drop' | 'busy' | 'no_such_person' | 'rejects_all'

export interface FakeMail {
  to: string
  from: string
  message_id: string
  /** Headers and text as they came, quoted-printable undone. */
  source: string
}

export interface FakeSmtp {
  url: string
  mode: SmtpMode
  /** Mails that were taken, also those without an answer. */
  accepted: FakeMail[]
  /** Mails whose text arrived, taken or not. */
  tries: number
  close(): Promise<void>
}

/** A mail server that behaves as badly as the test wants. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>()
  const smtp: FakeSmtp = { url: '', mode: 'ok', accepted: [], tries: 0, close }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    talk(smtp, socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return smtp

  function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

function talk(smtp: FakeSmtp, socket: Socket): void {
  let waiting = ''
  let mail: { from: string; to: string; lines: string[] } | null = null
  let reading = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 fake ESMTP')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    waiting += chunk
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      if (reading) readLine(line)
      else obey(line)
    }
  })

  function obey(line: string): void {
    const [, command = ''] = /^(\w+)/.exec(line.toUpperCase()) ?? []
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'EHLO' || command === 'HELO') say('250 fake')
    else if (command === 'MAIL') {
      mail = { from: address, to: '', lines: [] }
      say('250 ok')
    } else if (command === 'RCPT') {
      if (mail) mail.to = address
      say(smtp.mode === 'no_such_person' ? `550 <${address}> is unknown here` : '250 ok')
    } else if (command === 'DATA') {
      reading = true
      say('354 go on')
    } else if (command === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }

  function readLine(line: string): void {
    if (line !== '.') {
      mail?.lines.push(line)
      return
    }
    reading = false
    smtp.tries += 1
    if (smtp.mode === 'busy') return void say('451 later')
    if (smtp.mode === 'rejects_all') return void say('554 no mail from you')
    if (smtp.mode === 'slow') return
    const source = (mail?.lines ?? [])
      .join('\n')
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    const message_id = /^message-id: (\S+)/im.exec(source)?.[1] ?? ''
    smtp.accepted.push({ from: mail?.from ?? '', to: mail?.to ?? '', message_id, source })
    if (smtp.mode === 'accept_then_drop') return void socket.destroy()
    say('250 taken')
  }
}
