import { spokenCode } from '../../../../contracts/codes.ts'
import { indianDay, indianTime } from '../../../../contracts/indian-time.ts'
import { QUIET_ZONE, type QrSymbol } from '../../../ground/qr/symbol.ts'
import { type LabelFont, textWidth } from './label-font.ts'
import { PdfFile, pdfText } from './pdf-file.ts'

/** What everybody must know who finds one: it stands on every label. */
const SENTENCE = 'Emergency? Scan. Or call 112'

/** Labels of one size on A4, edge to edge, so that one cut serves two. Lengths in millimetres. */
export interface LabelSize {
  /** As in the file's name. */
  name: string
  width: number
  /** The code is as high as it is wide; the text stands below. */
  height: number
  columns: number
  rows: number
  /** Lines of text: `text` as high as `size` (less where it would not fit), on a line `above` the lower edge. */
  lines: { text: (label: Label) => string; size: number; above: number }[]
}

export interface Label {
  serial_number: string
  coupon_code: string
  symbol: QrSymbol
}

const serial = (label: Label) => spokenCode(label.serial_number)
const code = (label: Label) => spokenCode(label.coupon_code)

export const LABEL_SIZES: readonly LabelSize[] = [
  {
    name: '60mm',
    width: 60,
    height: 70,
    columns: 3,
    rows: 4,
    lines: [
      { text: () => SENTENCE, size: 3.6, above: 5.9 },
      { text: (label) => `${serial(label)}    ${code(label)}`, size: 3.2, above: 1.9 },
    ],
  },
  {
    name: '25mm',
    width: 25,
    height: 32,
    columns: 7,
    rows: 8,
    lines: [
      { text: () => SENTENCE, size: 1.9, above: 5.1 },
      { text: serial, size: 1.9, above: 3 },
      { text: code, size: 1.9, above: 0.9 },
    ],
  },
]

const PAGE = { width: 210, height: 297 }
/** Points of 1/72 inch in a millimetre. */
const POINTS = 72 / 25.4
/** White left and right of a label's text. */
const SIDE = 1
const CUT_MARK = { gap: 1.5, length: 4, thickness: 0.1 }
const NOTE = { size: 2.2, from_edge: 7 }

interface Sheets {
  labels: readonly Label[]
  size: LabelSize
  /** Stands in the margin of each page. */
  title: string
  created_at: Date
  font: LabelFont
  /** Hears how many labels are laid out. */
  on_progress: (laid_out: number) => void
}

/**
 * Print-ready sheets of labels as PDF: A4, vector, font embedded, cut marks in the margins, not to be scaled by the print
 * dialog. Labels fill a page row by row from the upper left.
 */
export function drawLabelSheets({ labels, size, title, created_at, font, on_progress }: Sheets): Buffer {
  const pdf = new PdfFile()
  const [root, info, tree] = [pdf.next(), pdf.next(), pdf.next()]
  const fontId = pdf.font(font)
  const perPage = size.columns * size.rows
  const pages: number[] = []
  const count = Math.ceil(labels.length / perPage)
  for (let first = 0; first < labels.length; first += perPage) {
    const on = labels.slice(first, first + perPage)
    const note = `${title}, ${size.name}, page ${pages.length + 1} of ${count}: ${serial(on[0]!)} to ${serial(on.at(-1)!)}`
    const [page, content] = [pdf.next(), pdf.next()]
    pdf.stream(content, drawPage(on, size, note, font))
    pdf.object(page, `<</Type/Page/Parent ${tree} 0 R/Contents ${content} 0 R>>`)
    pages.push(page)
    on_progress(first + on.length)
  }
  const box = `[0 0 ${fixed(PAGE.width * POINTS)} ${fixed(PAGE.height * POINTS)}]`
  pdf.object(
    tree,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]/MediaBox${box}` +
      `/Resources<</Font<</F ${fontId} 0 R>>>>>>`,
  )
  pdf.object(root, `<</Type/Catalog/Pages ${tree} 0 R/ViewerPreferences<</PrintScaling/None>>>>`)
  pdf.object(info, `<</Title${pdfText(`${title}, ${size.name} labels`)}/CreationDate${pdfText(pdfDate(created_at))}>>`)
  return pdf.end(root, info)
}

function drawPage(labels: readonly Label[], size: LabelSize, note: string, font: LabelFont): string {
  const left = (PAGE.width - size.columns * size.width) / 2
  const top = (PAGE.height + size.rows * size.height) / 2
  let page = `${fixed(POINTS)} 0 0 ${fixed(POINTS)} 0 0 cm\n${cutMarks(size, left, top)}`
  page += `BT /F ${NOTE.size} Tf 0 1 -1 0 ${NOTE.from_edge} ${fixed(top - size.rows * size.height)} Tm ${pdfText(note)} Tj ET\n`
  for (const [index, label] of labels.entries()) {
    const x = left + (index % size.columns) * size.width
    const y = top - (Math.floor(index / size.columns) + 1) * size.height
    page += drawSymbol(label.symbol, size.width, x, y + size.height - size.width)
    for (const line of size.lines) {
      const text = line.text(label)
      const em = textWidth(font, text)
      const height = Math.min(line.size, (size.width - 2 * SIDE) / em)
      const start = x + (size.width - em * height) / 2
      page += `BT /F ${fixed(height)} Tf 1 0 0 1 ${fixed(start)} ${fixed(y + line.above)} Tm ${pdfText(text)} Tj ET\n`
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
function cutMarks({ width, height, columns, rows }: LabelSize, left: number, top: number): string {
  const { gap, length, thickness } = CUT_MARK
  const right = left + columns * width
  const bottom = top - rows * height
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `${fixed(x1)} ${fixed(y1)} m ${fixed(x2)} ${fixed(y2)} l\n`
  let marks = `${thickness} w\n`
  for (let column = 0; column <= columns; column++) {
    const x = left + column * width
    marks += line(x, top + gap, x, top + gap + length) + line(x, bottom - gap, x, bottom - gap - length)
  }
  for (let row = 0; row <= rows; row++) {
    const y = top - row * height
    marks += line(left - gap, y, left - gap - length, y) + line(right + gap, y, right + gap + length, y)
  }
  return `${marks}S\n`
}

/** At most four decimals: a ten-thousandth of a millimetre. */
const fixed = (value: number): string => String(Math.round(value * 10_000) / 10_000)

/** In Indian time (ISO 32000-1, 7.9.4). */
const pdfDate = (date: Date): string => `D:${(indianDay(date) + indianTime(date)).replace(/\D/g, '')}+05'30'`
