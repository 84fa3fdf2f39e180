import fs from 'node:fs'
import { PRINT_SIDE } from '../../../ground/qr/qr-image.ts'
import { qrPng } from '../../../ground/qr/png.ts'
import { type QrSymbol, qrSymbol } from '../../../ground/qr/symbol.ts'
import { readLabelFont } from './label-font.ts'
import { LABEL_SIZES, writeLabelSheets } from './label-sheets.ts'
import { ZipFile } from './zip-file.ts'

export interface PackInput {
  /** The file to be written; made anew. */
  path: string
  /** A line for each sticker: serial number, coupon code, address in the QR code. */
  stickers: string
  /** Stands on the sheets. */
  title: string
  created_at: Date
}

/**
 * Writes the ZIP for the printer and returns its size in bytes: `qr/{serial}.png` for each sticker, `manifest.csv` and
 * the label sheets `labels-60mm.pdf` and `labels-25mm.pdf`. The same input gives the same bytes. Works synchronously for
 * a second or so and belongs into a process of its own (`packApart`). `on_progress` hears the share done, 0 to 1.
 */
export function packStickers(
  { path, stickers, title, created_at }: PackInput,
  on_progress: (share: number) => void,
): number {
  const labels = stickers.split('\n').map((line) => {
    const [serial_number = '', coupon_code = '', url = ''] = line.split(',')
    return { serial_number, coupon_code, url }
  })
  const count = labels.length
  const fd = fs.openSync(path, 'w', 0o600)
  try {
    const zip = new ZipFile(fd, created_at)
    const drawn = labels.map(({ serial_number, coupon_code, url }, index) => {
      const symbol: QrSymbol = qrSymbol(url)
      zip.add(`qr/${serial_number}.png`, qrPng(symbol, PRINT_SIDE))
      on_progress(((index + 1) / count) * PNG_SHARE)
      return { serial_number, coupon_code, symbol }
    })
    zip.add('manifest.csv', manifest(stickers), true)
    const font = readLabelFont()
    const share = (1 - PNG_SHARE) / LABEL_SIZES.length
    for (const [index, size] of LABEL_SIZES.entries()) {
      zip.addPieces(`labels-${size.name}.pdf`, (write) =>
        writeLabelSheets({
          labels: drawn,
          size,
          title,
          created_at,
          font,
          write,
          on_progress: (laid_out) => on_progress(PNG_SHARE + share * (index + laid_out / count)),
        }),
      )
    }
    return zip.end()
  } finally {
    fs.closeSync(fd)
  }
}

/** Of the time it takes, measured. */
export const PNG_SHARE = 0.6

/** Codes and addresses of ours: nothing in them has to be quoted. */
const manifest = (stickers: string): Buffer =>
  Buffer.from(`serial_number,coupon_code,url\r\n${stickers.replaceAll('\n', '\r\n')}\r\n`)
