import { LightScreen } from '../harness/light-screen.ts'
import { answerParent, nowMs } from './child.ts'

/**
 * The screens of one arm in a process of their own, so that their work is not the server's and not the presser's.
 * Notes for each alert how many screens have it and when the last one got it. They read no more of a message than that.
 */

export interface Taken {
  seen: Map<number, { count: number; last_ms: number }>
  /** Screens that lost their socket. */
  losses: number
}

let seen: Taken['seen'] = new Map()
let losses = 0

/** With a worker an alert goes on to have events of its own: only the first one counts. */
const RAISED = Buffer.from('"kind":"raised"')
const MARK = Buffer.from('"alert":{"id":')

function take(text: Buffer): void {
  const at = text.indexOf(MARK)
  if (at < 0 || !text.includes(RAISED)) return
  const id = Number.parseInt(text.toString('latin1', at + MARK.length, at + MARK.length + 12), 10)
  const last_ms = nowMs()
  const entry = seen.get(id)
  if (!entry) return void seen.set(id, { count: 1, last_ms })
  entry.count += 1
  entry.last_ms = last_ms
}

answerParent({
  /** Opens screens at each server in turn; resolves when all are live. */
  async open({ count, urls, tokens }: { count: number; urls: string[]; tokens: string[] }) {
    let live = 0
    const late = setTimeout(() => {
      console.error(`Only ${live} of ${count} screens are live after a minute`)
      process.exit(1)
    }, 60_000)
    const openOne = (index: number) =>
      new Promise<void>((resolve) => {
        const open = () =>
          new LightScreen({
            urls: [urls[index % urls.length]!],
            token: tokens[index % tokens.length]!,
            on_message: take,
            reconnect: true,
            on_started() {
              live += 1
              resolve()
            },
            on_lost: () => void (losses += 1),
          })
        setTimeout(open, index / 4)
      })
    await Promise.all(Array.from({ length: count }, (_, index) => openOne(index)))
    clearTimeout(late)
  },
  take(): Taken {
    const taken = { seen, losses }
    seen = new Map()
    return taken
  },
})
