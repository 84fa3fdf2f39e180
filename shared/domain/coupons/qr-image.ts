import { crc32, deflateSync } from 'node:zlib'
import qrcode from 'qrcode'
import type { Config } from '../../platform/config.ts'

/** Modules of white around the symbol; scanners need four. */
const QUIET_ZONE = 4
const PRINT_SIDE = 600
/** On a screen, at twice the size it is shown. */
const SCREEN_SIDE = 120

/** What the QR code says, all in upper case: the alphanumeric mode of QR then needs fewer and larger modules. */
export const scanUrl = (config: Pick<Config, 'PUBLIC_URL'>, token: string): string =>
  `${config.PUBLIC_URL}/S/${token}`.toUpperCase()

/** A PNG of at least `smallest_side` pixels (600 for print) in two colours. Error correction Q: a quarter may be scratched or dirty. */
export function qrImage(text: string, smallest_side = PRINT_SIDE): Buffer {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'Q' })
  const side = modules.size + 2 * QUIET_ZONE
  const scale = Math.ceil(smallest_side / side)
  const pixels = side * scale
  const bytesPerRow = Math.ceil(pixels / 8)
  const image = Buffer.alloc((bytesPerRow + 1) * pixels)
  for (let y = 0; y < side; y++) {
    const row = Buffer.alloc(bytesPerRow + 1, 0xff)
    row[0] = 0 // PNG filter of this row: none
    for (let x = 0; x < side; x++) {
      if (isDark(modules, x - QUIET_ZONE, y - QUIET_ZONE)) blacken(row, x * scale, scale)
    }
    for (let line = 0; line < scale; line++) row.copy(image, (y * scale + line) * row.length)
  }
  return png(pixels, image)
}

/** The same image for `<img src>`. */
export const qrDataUrl = (text: string): string => dataUrl(qrImage(text))
/** A small one for a row of a list: a tenth of the bytes. */
export const smallQrDataUrl = (text: string): string => dataUrl(qrImage(text, SCREEN_SIDE))

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

function isDark(modules: { size: number; get(row: number, column: number): number }, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < modules.size && y < modules.size && Boolean(modules.get(y, x))
}

function blacken(row: Buffer, from: number, count: number): void {
  for (let x = from; x < from + count; x++) row[1 + (x >> 3)]! &= ~(0x80 >> (x & 7))
}

/** One bit per pixel, grey. Written by hand because image libraries make eight-bit files of ten times the size. */
function png(side: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
