import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PackInput } from './pack-stickers.ts'

// The thread of one job: packs what it was given, keeps the share done where everybody can read it, says the size, ends.

// On Linux this is the niceness of this thread alone, also for what it loads: whoever serves people goes first.
if (process.platform === 'linux') os.setPriority(19)
const { packStickers } = await import('./pack-stickers.ts')

const { input, progress } = workerData as { input: PackInput; progress: Float64Array }
const bytes = packStickers(input, (share) => {
  progress[0] = share
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort!.postMessage(bytes)
