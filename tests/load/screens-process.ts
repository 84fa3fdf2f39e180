import { LightScreen } from './light-screen.ts'
import { nowMs } from './statistics.ts'

/**
 * The screens of one arm in a process of their own, so that their work is not the server's and not the presser's.
 * Notes for each alert how many screens have it and when the last one got it.
 */

interface Seen {
  count: number
  last_ms: number
}

interface Back {
  screen: number
  lost_ms: number
  /** First event after coming back. */
  live_ms: number
}

let seen = new Map<number, Seen>()
let back: Back[] = []
const screens: LightScreen[] = []
const lost = new Map<number, number>()
let losses = 0

/** With a worker an alert goes on to have events of its own; then only the first one counts. */
const ONLY = process.env['ONLY'] ? Buffer.from(process.env['ONLY']) : null
const MARK = Buffer.from('"alert":{"id":')

function take(screen: number, text: Buffer): void {
  const at = text.indexOf(MARK)
  if (at < 0 || (ONLY && text.indexOf(ONLY) < 0)) return
  let id = 0
  for (let place = at + MARK.length; ; place++) {
    const digit = text[place]! - 48
    if (digit < 0 || digit > 9) break
    id = id * 10 + digit
  }
  const last_ms = nowMs()
  if (lost.size > 0) noteBack(screen, last_ms)
  const entry = seen.get(id)
  if (!entry) return void seen.set(id, { count: 1, last_ms })
  entry.count += 1
  entry.last_ms = last_ms
}

function noteBack(screen: number, live_ms: number): void {
  const lost_ms = lost.get(screen)
  if (lost_ms === undefined) return
  lost.delete(screen)
  back.push({ screen, lost_ms, live_ms })
}

async function open(message: { count: number; urls: string[]; tokens: string[]; reconnect: boolean }): Promise<void> {
  const { count, urls, tokens, reconnect } = message
  let started = 0
  await new Promise<void>((resolve, reject) => {
    const openOne = (index: number) => {
      const turned = urls.map((_, offset) => urls[(index + offset) % urls.length]!)
      const screen = new LightScreen({
        urls: turned,
        token: tokens[index % tokens.length]!,
        reconnect,
        on_message: (text) => take(index, text),
        on_started: () => {
          started += 1
          if (started === count) resolve()
        },
        on_lost: (reason) => {
          losses += 1
          lost.set(index, nowMs())
          if (!reconnect) reject(new Error(`A screen was ${reason}`))
        },
      })
      screens.push(screen)
    }
    setTimeout(() => reject(new Error(`only ${started} of ${count} screens are live after 20 s`)), 20_000).unref()
    for (let index = 0; index < count; index++) setTimeout(() => openOne(index), index / 4)
  })
}

process.on('message', (message: { name: string } & Record<string, unknown>) => {
  const answer = (value: unknown) => process.send!({ name: message.name, value })
  if (message.name === 'open') {
    open(message as never).then(
      () => answer(null),
      (error: Error) => process.send!({ name: 'open', error: error.message }),
    )
  } else if (message.name === 'take') {
    answer({ seen, back, losses })
    seen = new Map()
    back = []
  }
})
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
process.send!('ready')

export type Taken = { seen: Map<number, Seen>; back: Back[]; losses: number }
