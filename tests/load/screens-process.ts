import { LightScreen } from '../harness/light-screen.ts'
import { answerParent, nowMs } from './child.ts'

/**
 * The screens of one arm in a process of their own, so that their work is not the server's and not the presser's.
 * Notes for each alert how many screens have it and when the last one got it. They read no more of a message than that.
 */

export interface Taken {
  seen: Map<number, { count: number; last_ms: number }>
  /** When a screen lost its socket, and its first event after it came back. */
  back: { lost_ms: number; live_ms: number }[]
  losses: number
}

interface Order {
  count: number
  /** Screens begin at each in turn. */
  urls: string[]
  tokens: string[]
  reconnect: boolean
}

let seen: Taken['seen'] = new Map()
let back: Taken['back'] = []
const lost = new Map<number, number>()
let losses = 0

/** With a worker an alert goes on to have events of its own: only the first one counts. */
const RAISED = Buffer.from('"kind":"raised"')
const MARK = Buffer.from('"alert":{"id":')

function take(screen: number, text: Buffer): void {
  const at = text.indexOf(MARK)
  if (at < 0 || !text.includes(RAISED)) return
  const id = Number.parseInt(text.toString('latin1', at + MARK.length, at + MARK.length + 12), 10)
  const last_ms = nowMs()
  const lost_ms = lost.get(screen)
  if (lost_ms !== undefined) back.push({ lost_ms, live_ms: last_ms })
  lost.delete(screen)
  const entry = seen.get(id)
  if (!entry) return void seen.set(id, { count: 1, last_ms })
  entry.count += 1
  entry.last_ms = last_ms
}

function openScreen(index: number, { urls, tokens, reconnect }: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = () =>
      new LightScreen({
        urls: urls.map((_, offset) => urls[(index + offset) % urls.length]!),
        token: tokens[index % tokens.length]!,
        reconnect,
        on_message: (text) => take(index, text),
        on_started: resolve,
        on_lost() {
          losses += 1
          lost.set(index, nowMs())
          if (!reconnect) reject(new Error('A screen was closed'))
        },
      })
    setTimeout(open, index / 4)
  })
}

answerParent({
  async open(order: Order) {
    const late = setTimeout(() => process.exit(1), 20_000)
    await Promise.all(Array.from({ length: order.count }, (_, index) => openScreen(index, order)))
    clearTimeout(late)
    return null
  },
  take(): Taken {
    const taken = { seen, back, losses }
    seen = new Map()
    back = []
    return taken
  },
})
