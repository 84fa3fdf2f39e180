import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { keepFile } from './keep-file.ts'

const SIDE = 1024
const PIXELS = 40_000_000
/** A progressive JPEG or an interlaced PNG is in memory whole while it is drawn again. */
const PIXELS_AT_ONCE = 24_000_000
/** The pixels bound the work; this ends a picture that hangs. A busy machine has needed 10 s for an honest one. */
const SECONDS = 30

// Pictures are rare and small: no cache of decoded ones, one core per picture, and one picture at a time.
sharp.cache(false)
sharp.concurrency(1)
let last: Promise<unknown> = Promise.resolve()

/**
 * Keeps a photo and returns its key. What it is is decided by its content, never by its name or declared type: PNG or
 * JPEG up to 5 MB and 40 megapixels (24 when it is progressive or interlaced). It is drawn again as JPEG of at most 1024
 * pixels, so that place, camera and anything hidden behind the picture are gone. Throws a domain error under `photo`; nothing
 * is kept then.
 */
export async function storePhoto(
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  file: File,
  folder = 'photos',
): Promise<string> {
  if (file.size > LIMITS.photo_bytes) throw fieldError('photo', TEXTS.photo_size, 'PAYLOAD_TOO_LARGE')
  const sent = Buffer.from(await file.arrayBuffer())
  const type = await fileTypeFromBuffer(sent)
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg') throw fieldError('photo', TEXTS.photo_type)
  return keepFile(ctx, folder, 'jpg', await inTurn(() => redraw(sent)))
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

async function redraw(sent: Buffer): Promise<Buffer> {
  try {
    const { width, height, isProgressive } = await sharp(sent).metadata()
    if (isProgressive && width * height > PIXELS_AT_ONCE) throw fieldError('photo', TEXTS.photo_pixels)
    return await sharp(sent, { limitInputPixels: PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    if (error instanceof DomainError) throw error
    const tooLarge = /pixel limit|timeout/i.test(error instanceof Error ? error.message : '')
    throw fieldError('photo', tooLarge ? TEXTS.photo_pixels : TEXTS.photo_type)
  }
}
