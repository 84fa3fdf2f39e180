import { deflateSync } from 'node:zlib'
import { latinName } from '../../../contracts/latin-name.ts'
import type { LabelFont } from './label-font.ts'

/** A part of a font bears a tag of six letters (ISO 32000-1, 9.6.4). */
const FONT_NAME = 'TVARIT+NotoSans-Bold'
/** Fast, and a tenth of the plain text already. */
const LEVEL = 3

/**
 * Writes a PDF 1.4 (ISO 32000-1) object by object. Object numbers are given out by `next`, so that an object can be
 * named before it is written. The same objects give the same bytes.
 */
export class PdfFile {
  readonly #pieces: Buffer[] = []
  /** Where each object begins, by number. */
  readonly #offsets: number[] = [0]
  #position = 0

  constructor() {
    // Four bytes above 127 show transfer programs that this is no text.
    this.#put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  }

  /** A number for an object to be written later. */
  next(): number {
    return this.#offsets.push(-1) - 1
  }

  object(id: number, body: string): void {
    this.#begin(id)
    this.#put(`${body}\nendobj\n`)
  }

  /** A compressed stream; `entries` are further entries of its dictionary. */
  stream(id: number, content: string | Buffer, entries = ''): void {
    const packed = deflateSync(content, { level: LEVEL })
    this.#begin(id)
    this.#put(`<</Length ${packed.length}/Filter/FlateDecode${entries}>>stream\n`)
    this.#put(packed)
    this.#put('\nendstream\nendobj\n')
  }

  /** The font, embedded; the number of its dictionary. */
  font(font: LabelFont): number {
    const [id, descriptor, file] = [this.next(), this.next(), this.next()]
    const last = font.first + font.widths.length - 1
    this.object(
      id,
      `<</Type/Font/Subtype/TrueType/BaseFont/${FONT_NAME}/Encoding/WinAnsiEncoding/FirstChar ${font.first}` +
        `/LastChar ${last}/Widths[${font.widths.join(' ')}]/FontDescriptor ${descriptor} 0 R>>`,
    )
    this.object(
      descriptor,
      `<</Type/FontDescriptor/FontName/${FONT_NAME}/Flags 32/FontBBox[${font.box.join(' ')}]/ItalicAngle 0` +
        `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.cap_height}/StemV 140/FontFile2 ${file} 0 R>>`,
    )
    this.stream(file, font.file, `/Length1 ${font.file.length}`)
    return id
  }

  /** The whole file. `root` and `info` are numbers of the catalogue and of the document's facts. */
  end(root: number, info: number): Buffer {
    const start = this.#position
    const lines = this.#offsets.map((offset, id) => {
      if (offset < 0) throw new Error(`Object ${id} was never written`)
      return id === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    const trailer = `trailer\n<</Size ${lines.length}/Root ${root} 0 R/Info ${info} 0 R>>\nstartxref\n${start}\n%%EOF\n`
    this.#put(`xref\n0 ${lines.length}\n${lines.join('')}${trailer}`)
    return Buffer.concat(this.#pieces)
  }

  #begin(id: number): void {
    this.#offsets[id] = this.#position
    this.#put(`${id} 0 obj\n`)
  }

  #put(piece: string | Buffer): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    this.#pieces.push(bytes)
    this.#position += bytes.length
  }
}

/** In ASCII, as the font has no more: Latin letters for scripts of India and for accents, `?` for what is left. */
export const printable = (text: string): string =>
  latinName(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?')

/** `text` as a PDF string; a byte of another letter would be taken for a bracket. */
export const pdfText = (text: string): string => `(${printable(text).replace(/[\\()]/g, '\\$&')})`
