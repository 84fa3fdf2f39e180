import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { keepFile } from '../files/keep-file.ts'

const SIDE = 1024
const PIXELS = 40_000_000
const SECONDS = 10

// Pictures are rare and small: no cache of decoded ones, and one core per picture.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Keeps a photo and returns its key. What it is is decided by its content, never by its name or declared type: PNG or
 * JPEG up to 5 MB and 40 megapixels. It is drawn anew as JPEG of at most 1024 pixels, so that place, camera and
 * anything hidden behind the picture are gone. Throws a refusal under `photo`; nothing is kept then.
 */
export async function storePhoto(ctx: Pick<Ctx, 'storage' | 'log'>, file: File): Promise<string> {
  if (file.size > LIMITS.photo_bytes) throw fieldRefusal('photo', TEXTS.photo_size, 'PAYLOAD_TOO_LARGE')
  const sent = Buffer.from(await file.arrayBuffer())
  const type = await fileTypeFromBuffer(sent)
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg') throw fieldRefusal('photo', TEXTS.photo_type)
  return keepFile(ctx, 'photos', 'jpg', await redraw(sent))
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
    const tooLarge = /pixel limit/i.test(error instanceof Error ? error.message : '')
    throw fieldRefusal('photo', tooLarge ? TEXTS.photo_pixels : TEXTS.photo_type)
  }
}
