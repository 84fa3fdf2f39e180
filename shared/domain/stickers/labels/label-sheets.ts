import { spokenCode } from '../../../contracts/codes.ts'
import { indianDay, indianTime } from '../../../contracts/indian-time.ts'
import {
  type FaceTexts,
  type Ink,
  INKS,
  LABEL_FACES,
  type LabelFace,
  type LabelKind,
} from '../../../contracts/label-faces.ts'
import { QUIET_ZONE, type QrSymbol } from '../../qr/symbol.ts'
import { type LabelFont, textWidth } from './label-font.ts'
import { PdfFile, pdfText, printable } from './pdf-file.ts'

export interface Label {
  serial_number: string
  /** For the strip below the label; empty for a sticker that is registered: it has no strip. */
  coupon_code: string
  symbol: QrSymbol
}

/** How many labels lie side by side and one below the other on A4. */
const GRIDS: Record<LabelKind, { columns: number; rows: number }> = {
  '60mm': { columns: 3, rows: 3 },
  '25mm': { columns: 7, rows: 6 },
  'bare-60mm': { columns: 3, rows: 4 },
  'bare-25mm': { columns: 7, rows: 8 },
  card: { columns: 2, rows: 4 },
}

/** A label with its bleed and its strip, and where all of them begin on the page. */
export function layOut(kind: LabelKind) {
  const { width, height, bleed, strip } = LABEL_FACES[kind]
  const grid = GRIDS[kind]
  const cell = { width: width + 2 * bleed, height: height + 2 * bleed + strip }
  return {
    ...grid,
    cell,
    left: (PAGE.width - grid.columns * cell.width) / 2,
    top: (PAGE.height - grid.rows * cell.height) / 2,
  }
}

const PAGE = { width: 210, height: 297 }
/** Points of 1/72 inch in a millimetre. */
const POINTS = 72 / 25.4
const CUT_MARK = { gap: 1.5, length: 4, thickness: 0.1 }
const NOTE = { size: 2.2, from_edge: 6.2 }
/** White left and right of the text of a strip. */
const SIDE = 1
/** By this name cutting machines know their line; paper shows it as a thin line of magenta. */
const CONTOUR = 'CutContour'

interface Sheets {
  labels: readonly Label[]
  kind: LabelKind
  /** Stands in the margin of each page. */
  title: string
  /** The brand's name and phone number, as they stand on the label. */
  brand: string
  phone: string
  created_at: Date
  font: LabelFont
  /** Called with the number of labels laid out. */
  on_progress: (laid_out: number) => void
}

/**
 * Print-ready sheets of labels as PDF: A4, vector, CMYK, font embedded, not to be scaled by the print dialog. Coloured
 * kinds have a bleed and their contour as a spot colour, bare ones cut marks in the margins. Below each label a strip
 * stays on the backing and carries the coupon code. Labels fill a page row by row from the upper left.
 */
export function drawLabelSheets(sheets: Sheets): Buffer {
  const { labels, kind, title, created_at, font, on_progress } = sheets
  const pdf = new PdfFile()
  const [root, info, tree, face, spot] = [pdf.next(), pdf.next(), pdf.next(), pdf.next(), pdf.next()]
  const fontId = pdf.font(font)
  const { columns, rows } = layOut(kind)
  const resources = `/Resources<</Font<</F ${fontId} 0 R>>/ColorSpace<</Cut ${spot} 0 R>>/XObject<</Face ${face} 0 R>>>>`
  pdf.object(spot, `[/Separation/${CONTOUR}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]`)
  const { width, height, bleed } = LABEL_FACES[kind]
  pdf.stream(
    face,
    drawFace(sheets),
    `/Type/XObject/Subtype/Form/BBox[${-bleed} ${-bleed} ${width + bleed} ${height + bleed}]/Resources<</Font<</F ${fontId} 0 R>>` +
      `/ColorSpace<</Cut ${spot} 0 R>>>>`,
  )
  const perPage = columns * rows
  const pages: number[] = []
  const count = Math.ceil(labels.length / perPage)
  for (let first = 0; first < labels.length; first += perPage) {
    const on = labels.slice(first, first + perPage)
    const [from, to] = [on[0]!, on.at(-1)!].map(({ serial_number }) => spokenCode(serial_number))
    const note = `${title}, ${kind}, page ${pages.length + 1} of ${count}: ${from} to ${to}`
    const [page, content] = [pdf.next(), pdf.next()]
    pdf.stream(content, drawPage(on, kind, note, font))
    pdf.object(page, `<</Type/Page/Parent ${tree} 0 R/Contents ${content} 0 R>>`)
    pages.push(page)
    on_progress(first + on.length)
  }
  const box = `[0 0 ${fixed(PAGE.width * POINTS)} ${fixed(PAGE.height * POINTS)}]`
  pdf.object(
    tree,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]/MediaBox${box}${resources}>>`,
  )
  pdf.object(root, `<</Type/Catalog/Pages ${tree} 0 R/ViewerPreferences<</PrintScaling/None>>>>`)
  pdf.object(info, `<</Title${pdfText(`${title}, ${kind} labels`)}/CreationDate${pdfText(pdfDate(created_at))}>>`)
  return pdf.end(root, info)
}

/** What all labels of a kind have in common, drawn once: from the upper left, y downwards, in millimetres. */
function drawFace({ kind, font, brand, phone }: Sheets): string {
  const face = LABEL_FACES[kind]
  let drawing = ''
  for (const shape of face.shapes) {
    if ('text' in shape) {
      const text = textOf(shape.text, { brand, phone, serial_number: '' })
      if (text) drawing += drawText(font, text, shape, (x, y) => `1 0 0 -1 ${fixed(x)} ${fixed(y)}`)
    } else {
      drawing += `${ink(shape.ink)} `
      if ('box' in shape) drawing += `${shape.box.map(fixed).join(' ')} re f\n`
      else
        drawing += `q ${fixed(shape.by)} 0 0 ${fixed(shape.by)} ${fixed(shape.x)} ${fixed(shape.y)} cm\n${outline(shape.outline)}f Q\n`
    }
  }
  return face.bleed > 0 ? drawing + contour(face) : drawing
}

const textOf = (text: keyof FaceTexts | { words: string }, texts: FaceTexts): string =>
  typeof text === 'object' ? text.words : texts[text]

const ink = (name: Ink): string => `${INKS[name].cmyk.join(' ')} k`

/** Path data of M, L, C and Z as PDF has them. */
const outline = (data: string): string =>
  data.replace(/([MLCZ])([^MLCZ]*)/g, (_, letter: string, numbers: string) =>
    letter === 'Z' ? 'h\n' : `${numbers.replaceAll('-', ' -').trim()} ${letter.toLowerCase()}\n`,
  )

/** `text` at most so high and so wide, from `x` or in the middle of it. */
function drawText(
  font: LabelFont,
  text: string,
  {
    ink: colour,
    x,
    y,
    size,
    most,
    middle,
  }: { ink: Ink; x: number; y: number; size: number; most: number; middle?: boolean },
  place: (x: number, y: number) => string,
): string {
  const em = textWidth(font, printable(text))
  const height = Math.min(size, most / em)
  const start = middle ? x - (em * height) / 2 : x
  return `BT ${ink(colour)} /F ${fixed(height)} Tf ${place(start, y)} Tm ${pdfText(text)} Tj ET\n`
}

/** How far the handles of a quarter of a circle lie from its ends, as a part of the radius. */
const HANDLE = 0.5523

/** The line of the cutting machine: a rectangle with round corners. */
function contour({ width: w, height: h, radius: r }: LabelFace): string {
  const k = r * (1 - HANDLE)
  const line = [
    [r, 0, 'm'],
    [w - r, 0, 'l'],
    [w - k, 0, w, k, w, r, 'c'],
    [w, h - r, 'l'],
    [w, h - k, w - k, h, w - r, h, 'c'],
    [r, h, 'l'],
    [k, h, 0, h - k, 0, h - r, 'c'],
    [0, r, 'l'],
    [0, k, k, 0, r, 0, 'c'],
  ]
  return `/Cut CS 1 SCN 0.1 w\n${line.map((step) => step.map((part) => (typeof part === 'number' ? fixed(part) : part)).join(' ')).join('\n')}\nh S\n`
}

function drawPage(labels: readonly Label[], kind: LabelKind, note: string, font: LabelFont): string {
  const face = LABEL_FACES[kind]
  const sheet = layOut(kind)
  const { code, bleed, strip } = face
  let page = `${fixed(POINTS)} 0 0 ${fixed(POINTS)} 0 0 cm\n${ink('black')}\n`
  if (bleed === 0) page += cutMarks(sheet)
  page += `BT /F ${NOTE.size} Tf 0 1 -1 0 ${NOTE.from_edge} ${fixed(PAGE.height - sheet.top - sheet.rows * sheet.cell.height)} Tm ${pdfText(note)} Tj ET\n`
  const serial_shapes = face.shapes.filter((shape) => 'text' in shape && shape.text === 'serial_number')
  for (const [index, label] of labels.entries()) {
    const x = sheet.left + (index % sheet.columns) * sheet.cell.width + bleed
    // The upper edge of the face, from the lower edge of the page.
    const y = PAGE.height - sheet.top - Math.floor(index / sheet.columns) * sheet.cell.height - bleed
    page += `q 1 0 0 -1 ${fixed(x)} ${fixed(y)} cm /Face Do Q ${ink('black')}\n`
    page += drawSymbol(label.symbol, code.side, x + code.x, y - code.y - code.side)
    const upright = (left: number, top: number) => `1 0 0 1 ${fixed(x + left)} ${fixed(y - top)}`
    for (const shape of serial_shapes) {
      if ('text' in shape) page += drawText(font, spokenCode(label.serial_number), shape, upright)
    }
    if (!label.coupon_code) continue
    const lines = [`For sticker ${spokenCode(label.serial_number)}`, `Coupon code ${spokenCode(label.coupon_code)}`]
    for (const [line, text] of lines.entries()) {
      const from_top = face.height + bleed + strip * (line === 0 ? 0.4 : 0.82)
      const middle = {
        ink: 'black',
        x: face.width / 2,
        size: strip * 0.34,
        most: face.width - 2 * SIDE,
        middle: true,
      } as const
      page += drawText(font, text, { ...middle, y: from_top }, upright)
    }
  }
  return page
}

/** The symbol with its quiet zone in a square of `side`. One path of all dark runs, so that no seam shows between them. */
function drawSymbol({ size, modules }: QrSymbol, side: number, x: number, y: number): string {
  const module = side / (size + 2 * QUIET_ZONE)
  const margin = module * QUIET_ZONE
  let path = `q ${fixed(module)} 0 0 ${fixed(module)} ${fixed(x + margin)} ${fixed(y + margin)} cm\n`
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size;) {
      if (modules[row * size + from] === 0) {
        from++
        continue
      }
      let to = from + 1
      while (to < size && modules[row * size + to] === 1) to++
      path += `${from} ${size - 1 - row} ${to - from} 1 re\n`
      from = to
    }
  }
  return `${path}f Q\n`
}

/** Short lines in the margins where the sheet is to be cut. */
function cutMarks({ cell, columns, rows, left, top: above }: ReturnType<typeof layOut>): string {
  const { gap, length, thickness } = CUT_MARK
  const top = PAGE.height - above
  const right = left + columns * cell.width
  const bottom = top - rows * cell.height
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `${fixed(x1)} ${fixed(y1)} m ${fixed(x2)} ${fixed(y2)} l\n`
  let marks = `${thickness} w\n`
  for (let column = 0; column <= columns; column++) {
    const x = left + column * cell.width
    marks += line(x, top + gap, x, top + gap + length) + line(x, bottom - gap, x, bottom - gap - length)
  }
  for (let row = 0; row <= rows; row++) {
    const y = top - row * cell.height
    marks += line(left - gap, y, left - gap - length, y) + line(right + gap, y, right + gap + length, y)
  }
  return `${marks}S\n`
}

/** At most four decimals: a ten-thousandth of a millimetre. */
const fixed = (value: number): string => String(Math.round(value * 10_000) / 10_000)

/** In Indian time (ISO 32000-1, 7.9.4). */
const pdfDate = (date: Date): string => `D:${(indianDay(date) + indianTime(date)).replace(/\D/g, '')}+05'30'`
