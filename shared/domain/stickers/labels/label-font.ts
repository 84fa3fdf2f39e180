import fs from 'node:fs'
import path from 'node:path'

/** The font of the labels: the printable ASCII characters of Noto Sans Bold. Lengths in thousandths of the font size. */
export interface LabelFont {
  file: Buffer
  first: number
  /** Advance widths of the characters from `first` on. */
  widths: number[]
  ascent: number
  descent: number
  cap_height: number
  box: [number, number, number, number]
}

const FIRST = 0x20
const LAST = 0x7e

/** Reads the font of the labels: its outlines and widths for the ASCII characters. */
export function readLabelFont(): LabelFont {
  const file = fs.readFileSync(path.join(import.meta.dirname, 'font/label-font.ttf'))
  const tables = new Map<string, Buffer>()
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const at = 12 + 16 * i
    const start = file.readUInt32BE(at + 8)
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)))
  }
  const table = (name: string): Buffer => {
    const found = tables.get(name)
    if (!found) throw new Error(`The label font has no table ${name}`)
    return found
  }
  const scale = 1000 / table('head').readUInt16BE(18)
  const lengthAt = (name: string, at: number) => Math.round(table(name).readInt16BE(at) * scale)
  // The subset keeps characters in order, after the glyph for unknown ones.
  const widths = Array.from({ length: LAST - FIRST + 1 }, (_, i) =>
    Math.round(table('hmtx').readUInt16BE(4 * (i + 1)) * scale),
  )
  return {
    file,
    first: FIRST,
    widths,
    ascent: lengthAt('hhea', 4),
    descent: lengthAt('hhea', 6),
    cap_height: lengthAt('OS/2', 88),
    box: [lengthAt('head', 36), lengthAt('head', 38), lengthAt('head', 40), lengthAt('head', 42)],
  }
}

/** How wide `text` is in the font size of 1. */
export const textWidth = (font: LabelFont, text: string): number =>
  [...text].reduce((sum, letter) => sum + (font.widths[letter.codePointAt(0)! - font.first] ?? 0), 0) / 1000
