import fs from 'node:fs'
import { type Zippable, zipSync } from 'fflate'
import { indianDay, indianTime } from '../../../../contracts/indian-time.ts'
import { LIMITS } from '../../../../contracts/limits.ts'
import { fileOfKind, KINDS_OF_STYLE, type LabelStyle } from '../../../../contracts/label-faces.ts'
import { PRINT_SIDE } from '../../../qr/qr-image.ts'
import { qrPng } from '../../../qr/png.ts'
import { qrSymbol } from '../../../qr/symbol.ts'
import { readLabelFont } from '../../labels/label-font.ts'
import { drawLabelSheets } from '../../labels/label-sheets.ts'

export interface PackInput {
  /** The file to be written; made again. */
  path: string
  /** A line for each sticker: serial number, coupon code, address in the QR code. */
  stickers: string
  /** Stands on the sheets. */
  title: string
  style: LabelStyle
  /** The brand's name and phone number, as they stand on the labels. */
  brand: string
  phone: string
  created_at: Date
}

/**
 * Writes the ZIP for the printer and returns its size in bytes. It holds `qr/{serial}.png` for each sticker,
 * `manifest.csv` and the label sheets of the style, such as `labels-60mm.pdf`. The same input gives the same bytes.
 * Works synchronously for a second or so and belongs into a process of its own (`packInChildProcess`). `on_progress` gets the
 * share done, 0 to 1.
 */
export function packStickers(
  { path, stickers, title, style, brand, phone, created_at }: PackInput,
  on_progress: (share: number) => void,
): number {
  const labels = stickers.split('\n').map((line) => {
    const [serial_number = '', coupon_code = '', url = ''] = line.split(',')
    return { serial_number, coupon_code, url }
  })
  const count = labels.length
  const files: Zippable = {}
  const drawn = labels.map(({ serial_number, coupon_code, url }, index) => {
    const symbol = qrSymbol(url)
    files[`qr/${serial_number}.png`] = qrPng(symbol, PRINT_SIDE)
    on_progress(((index + 1) / count) * LIMITS.bulk_codes_share)
    return { serial_number, coupon_code, symbol }
  })
  files['manifest.csv'] = [manifest(stickers), { level: 6 }]
  const font = readLabelFont()
  const kinds = KINDS_OF_STYLE[style]
  const share = (1 - LIMITS.bulk_codes_share) / kinds.length
  for (const [index, kind] of kinds.entries()) {
    files[fileOfKind(kind)] = drawLabelSheets({
      labels: drawn,
      kind,
      title,
      brand,
      phone,
      created_at,
      font,
      on_progress: (laid_out) => on_progress(LIMITS.bulk_codes_share + share * (index + laid_out / count)),
    })
  }
  // Pictures and sheets are compressed already. A time without a zone is written as it stands, wherever this runs.
  const zip = zipSync(files, { level: 0, mtime: `${indianDay(created_at)}T${indianTime(created_at)}` })
  fs.writeFileSync(path, zip, { mode: 0o600 })
  return zip.length
}

/** Codes and addresses of ours: nothing in them has to be quoted. */
const manifest = (stickers: string): Buffer =>
  Buffer.from(`serial_number,coupon_code,url\r\n${stickers.replaceAll('\n', '\r\n')}\r\n`)
