import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { KeyedQueue } from '../../../platform/queues/keyed-queue.ts'
import { networkOfCaller } from '../../../platform/network-of.ts'
import { keepFile } from './keep-file.ts'

const SIDE = 1024
const PIXELS = 40_000_000
/** A progressive JPEG or an interlaced PNG is in memory whole while it is drawn again. */
const PIXELS_AT_ONCE = 24_000_000
/** So many are small. Above it a photo has at least a bit for five: what is a few kilobytes and claims more is made to cost. */
const SMALL_PIXELS = 4_000_000
const PIXELS_PER_BYTE = 40
/** The pixels bound the work; this ends a picture that hangs. A busy machine has needed 10 s for an honest one. */
const SECONDS = 30

// Pictures are rare and small: no cache of decoded ones, one core per picture, and one picture at a time, the networks in
// turn.
sharp.cache(false)
sharp.concurrency(1)
const queue = new KeyedQueue({
  running: 1,
  running_of_key: 1,
  waiting: 100,
  waiting_of_key: 20,
  wait_ms: 20_000,
  busy: () => new DomainError('TOO_MANY_REQUESTS', TEXTS.uploads_busy, { retry_after_seconds: 5 }),
})

/**
 * Keeps a photo and returns its key. What it is is decided by its content, never by its name or declared type: PNG or
 * JPEG up to 5 MB and 40 megapixels (24 when it is progressive or interlaced). It is drawn again as JPEG of at most 1024
 * pixels, so that place, camera and anything hidden behind the picture are gone. Throws a domain error under `photo`, or
 * what `mayKeep` throws, which is asked before anything is drawn; TOO_MANY_REQUESTS while too many wait. Nothing is kept
 * then.
 */
export async function storePhoto(
  ctx: Pick<Ctx, 'db' | 'storage' | 'log' | 'ip'>,
  file: File,
  folder = 'photos',
  mayKeep?: () => Promise<void>,
): Promise<string> {
  if (file.size > LIMITS.photo_bytes) throw fieldError('photo', TEXTS.photo_size, 'PAYLOAD_TOO_LARGE')
  const sent = Buffer.from(await file.arrayBuffer())
  const type = await fileTypeFromBuffer(sent)
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg') throw fieldError('photo', TEXTS.photo_type)
  await checkPixels(sent)
  const drawn = await queue.run(networkOfCaller(ctx.ip), async () => {
    await mayKeep?.()
    return redraw(sent)
  })
  return keepFile(ctx, folder, 'jpg', drawn)
}

/** By what the picture says of itself: nothing is drawn. */
async function checkPixels(sent: Buffer): Promise<void> {
  const { width, height, isProgressive } = await sharp(sent, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw fieldError('photo', TEXTS.photo_type)
    })
  const most = Math.min(isProgressive ? PIXELS_AT_ONCE : PIXELS, SMALL_PIXELS + PIXELS_PER_BYTE * sent.length)
  if (width * height > most) throw fieldError('photo', TEXTS.photo_pixels)
}

async function redraw(sent: Buffer): Promise<Buffer> {
  try {
    return await sharp(sent, { limitInputPixels: PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    const tooLarge = /pixel limit|timeout/i.test(error instanceof Error ? error.message : '')
    throw fieldError('photo', tooLarge ? TEXTS.photo_pixels : TEXTS.photo_type)
  }
}
