import { crc32, inflateSync } from 'node:zlib'

/** A square picture in black and white. */
export interface Picture {
  side: number
  depth: number
  colour_type: number
  /** Pixels of all lines, each behind a filter byte of 0. */
  lines: Buffer
  dark(x: number, y: number): boolean
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Reads a PNG of one bit a pixel as strictly as ISO/IEC 15948 allows; throws at anything that is not as it must be. */
export function readPng(png: Buffer): Picture {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('The signature is wrong')
  const chunks = [...readChunks(png)]
  if (chunks.map(({ type }) => type).join() !== 'IHDR,IDAT,IEND') throw new Error('Not the three chunks it must have')
  const [head, data] = [chunks[0]!.content, chunks[1]!.content]
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, colour_type, ...rest] = head.subarray(8)
  if (head.length !== 13 || width !== height || rest.join() !== '0,0,0') throw new Error('The header is wrong')
  // Checks the Adler sum as well.
  const lines = inflateSync(data, { maxOutputLength: 1 << 26 })
  const line = 1 + Math.ceil(width / 8)
  if (lines.length !== line * height) throw new Error(`${lines.length} bytes instead of ${height} lines of ${line}`)
  for (let y = 0; y < height; y++) undoFilter(lines, y * line, line)
  return {
    side: width,
    depth: depth!,
    colour_type: colour_type!,
    lines,
    dark: (x, y) => ((lines[y * line + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0,
  }
}

/** Of the filters (ISO/IEC 15948, 9.2) none and Up; the filter byte becomes that of none. */
function undoFilter(lines: Buffer, start: number, length: number): void {
  const filter = lines[start]!
  if (filter !== 0 && (filter !== 2 || start === 0)) throw new Error(`The line at ${start} has filter ${filter}`)
  if (filter === 0) return
  lines[start] = 0
  for (let at = start + 1; at < start + length; at++) lines[at]! += lines[at - length]!
}

function* readChunks(png: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const typed = png.subarray(at + 4, at + 8 + length)
    if (crc32(typed) !== png.readUInt32BE(at + 8 + length)) throw new Error('The sum of a chunk is wrong')
    yield { type: typed.toString('latin1', 0, 4), content: typed.subarray(4) }
    at += length + 12
  }
}
