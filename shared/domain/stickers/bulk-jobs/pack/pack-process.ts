import type { PackNews } from './pack-in-child-process.ts'
import { type PackInput, packStickers } from './pack-stickers.ts'

// The process of one job: packs its input, reports the progress, and ends.

const SAY_EVERY_MS = 100
const worker = process.ppid
const say = (news: PackNews, then = () => {}) => process.send!(news, then)

// Signals that end the worker in good order do not end this process: its job may finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.once('message', (input: PackInput) => {
  const end = () => process.disconnect()
  try {
    say({ bytes: packStickers(input, reportShare) }, end)
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) }, end)
  }
})

let said = 0
function reportShare(share: number): void {
  const now = performance.now()
  // The end is always reported: what follows it is another stage.
  if (share < 1 && now - said < SAY_EVERY_MS) return
  said = now
  // A killed worker cannot end this process, and no one else waits for this ZIP.
  if (process.ppid !== worker) process.exit()
  say({ share })
}
