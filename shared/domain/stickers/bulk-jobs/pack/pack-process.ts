import type { PackNews } from './pack-apart.ts'
import { type PackInput, packStickers } from './pack-stickers.ts'

// The process of one job: packs what it is given, says meanwhile how far it is, and ends.

const SAY_EVERY_MS = 100
const worker = process.ppid
const say = (news: PackNews, then = () => {}) => process.send!(news, then)

// What ends the worker in good order lets its jobs end, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.once('message', (input: PackInput) => {
  const end = () => process.disconnect()
  try {
    say({ bytes: packStickers(input, tell) }, end)
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) }, end)
  }
})

let said = 0
function tell(share: number): void {
  const now = performance.now()
  if (now - said < SAY_EVERY_MS) return
  said = now
  // A worker that was killed cannot say so, and nobody else waits for this ZIP.
  if (process.ppid !== worker) process.exit()
  say({ share })
}
