import { crc32, deflateSync } from 'node:zlib'
import { deflateModules } from './deflate-modules.ts'
import { QUIET_ZONE, type QrSymbol } from './symbol.ts'

/**
 * A PNG of the symbol with its quiet zone, one bit per pixel, square and at least `smallest_side` pixels wide. In a
 * large one modules are whole bytes: the file is smaller and drawn faster. Its quiet zone is four modules or, where that
 * spares larger modules, up to half a module more.
 */
export function qrPng(symbol: QrSymbol, smallest_side: number): Buffer {
  const { scale, margin } = layOut(symbol.size, smallest_side)
  const pixels = symbol.size * scale + 2 * margin
  const [width, bytes] = [scale / 8, margin / 8]
  const content = Number.isInteger(width)
    ? deflateModules(symbol, { size: symbol.size, width, height: scale, margin: bytes, line: 1 + pixels / 8 })
    : deflateSync(drawLines(symbol, scale, margin))
  const png = Buffer.alloc(SIGNATURE.length + 25 + 12 + content.length + 12)
  let at = SIGNATURE.copy(png)
  at = putChunk(png, at, 'IHDR', header(pixels))
  at = putChunk(png, at, 'IDAT', content)
  putChunk(png, at, 'IEND', NOTHING)
  return png
}

/** Pixels a module, and pixels of white around the symbol. */
function layOut(size: number, smallest_side: number): { scale: number; margin: number } {
  const modules = size + 2 * QUIET_ZONE
  const needed = Math.ceil(smallest_side / modules)
  if (needed < 8) return { scale: needed, margin: needed * QUIET_ZONE }
  const smaller = Math.floor(needed / 8) * 8
  const missing = Math.max(0, Math.ceil((smallest_side - smaller * modules) / 16) * 8)
  if (missing <= smaller / 2) return { scale: smaller, margin: smaller * QUIET_ZONE + missing }
  return { scale: smaller + 8, margin: (smaller + 8) * QUIET_ZONE }
}

/** The lines of the picture: filter byte 0, then a bit for each pixel, 1 for white. */
function drawLines({ size, modules }: QrSymbol, scale: number, margin: number): Buffer {
  const pixels = size * scale + 2 * margin
  const line = 1 + Math.ceil(pixels / 8)
  const lines = Buffer.alloc(line * pixels, 0xff)
  for (let y = 0; y < pixels; y++) {
    const row = Math.floor((y - margin) / scale) * size
    lines[y * line] = 0
    if (y < margin || y >= pixels - margin) continue
    for (let x = 0; x < size * scale; x++) {
      if (modules[row + Math.floor(x / scale)] === 0) continue
      const at = margin + x
      lines[y * line + 1 + (at >> 3)]! &= ~(0x80 >> (at & 7))
    }
  }
  return lines
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const NOTHING = Buffer.alloc(0)

/** Square, one bit, grey (ISO/IEC 15948, 11.2.2). */
function header(pixels: number): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(pixels, 0)
  content.writeUInt32BE(pixels, 4)
  content[8] = 1
  return content
}

/** Length, type, content and checksum from `at` on; where the next chunk begins. */
function putChunk(png: Buffer, at: number, type: string, content: Buffer): number {
  const end = at + 8 + content.length
  png.writeUInt32BE(content.length, at)
  png.write(type, at + 4, 'latin1')
  content.copy(png, at + 8)
  return png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end)
}
