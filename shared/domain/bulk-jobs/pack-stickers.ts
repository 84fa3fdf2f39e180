import { finished } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipArchive } from 'archiver'
import { qrImage } from '../coupons/qr-image.ts'

export interface PrintedSticker {
  serial_number: string
  coupon_code: string
  scan_url: string
}

/**
 * The ZIP for the printer: `qr/{serial}.png` for each sticker and `manifest.csv` (serial number, coupon code, address
 * in the QR code). `on_progress` hears how many are drawn. Between two pictures other work of the process gets its turn.
 */
export async function packStickers(
  stickers: PrintedSticker[],
  on_progress: (drawn: number) => Promise<void>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  // PNG is compressed already.
  const archive = new ZipArchive({ store: true })
  const failed = new Promise<never>((_resolve, reject) => archive.on('error', reject).on('warning', reject))
  failed.catch(() => {})
  archive.pipe(output)
  const closed = finished(output)

  for (const [index, sticker] of stickers.entries()) {
    archive.append(qrImage(sticker.scan_url), { name: `qr/${sticker.serial_number}.png` })
    await Promise.race([nextTurn(), failed])
    await on_progress(index + 1)
  }
  archive.append(manifest(stickers), { name: 'manifest.csv' })
  // finalize() resolves before everything is written: the output's end is what counts.
  await Promise.race([archive.finalize(), failed])
  await Promise.race([closed, failed])
  return Buffer.concat(chunks)
}

/** Codes and addresses of ours: nothing in them has to be quoted. */
function manifest(stickers: PrintedSticker[]): string {
  const rows = stickers.map((sticker) => [sticker.serial_number, sticker.coupon_code, sticker.scan_url])
  return [['serial_number', 'coupon_code', 'url'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
