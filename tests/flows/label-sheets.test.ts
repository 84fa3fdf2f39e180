import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import {
  INKS,
  KINDS_OF_STYLE,
  LABEL_FACES,
  LABEL_STYLES,
  type LabelKind,
  type LabelStyle,
} from '@tvarit/shared/contracts/label-faces'
import { packStickers } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-stickers'
import { newCodes, type StickerCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { qrImage, scanUrl } from '@tvarit/shared/domain/ground/qr/qr-image'
import { qrSymbol } from '@tvarit/shared/domain/ground/qr/symbol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileUrl, runFresh } from '../harness/fresh-process.ts'
import {
  type Box,
  charactersOf,
  cutOut,
  hasInk,
  openPdf,
  type Print,
  print,
  type PrintedCharacter,
  sizeOf,
} from '../harness/pdf.ts'
import { unzip } from '../harness/unzip.ts'
import { scanAll } from '../harness/zbar.ts'

interface Sheet {
  kind: LabelKind
  columns: number
  rows: number
}

const CAR: Sheet = { kind: '60mm', columns: 3, rows: 3 }
const PHONE: Sheet = { kind: '25mm', columns: 7, rows: 6 }
const BARE_CAR: Sheet = { kind: 'bare-60mm', columns: 3, rows: 4 }
const BARE_PHONE: Sheet = { kind: 'bare-25mm', columns: 7, rows: 8 }
const CARD: Sheet = { kind: 'card', columns: 2, rows: 4 }
const SHEETS = [CAR, PHONE, BARE_CAR, BARE_PHONE, CARD]
const COLOURED = [CAR, PHONE, CARD]
const BARE = [BARE_CAR, BARE_PHONE]
const SENTENCE = 'Emergency? Scan. Or call 112'
const [BRAND, PHONE_NUMBER] = ['Tvarit', '1800 000 0000']
const A4 = [210, 297] as const
const CREATED = new Date('2026-03-01T18:30:07.900Z')

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-labels-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

interface Sticker extends StickerCodes {
  url: string
}

const stickersOf = (count: number, PUBLIC_URL = 'https://tvarit.example'): Sticker[] =>
  Array.from({ length: count }, () => {
    const codes = newCodes()
    return { ...codes, url: scanUrl({ PUBLIC_URL }, codes.token) }
  })

const linesOf = (stickers: Sticker[]) =>
  stickers.map(({ serial_number, coupon_code, url }) => `${serial_number},${coupon_code},${url}`)

interface Pack {
  bytes: Buffer
  files: Map<string, Buffer>
  progress: number[]
}

function pack(stickers: Sticker[], style: LabelStyle, title = 'Tvarit job 7'): Pack {
  const file = path.join(folder, 'pack.zip')
  const progress: number[] = []
  const input = inputOf(file, stickers, style, title)
  const told = packStickers(input, (share) => progress.push(share))
  const bytes = fs.readFileSync(file)
  expect(told).toBe(bytes.length)
  return { bytes, files: unzip(bytes), progress }
}

const inputOf = (file: string, stickers: Sticker[], style: LabelStyle, title = 'Tvarit job 7') => ({
  path: file,
  stickers: linesOf(stickers).join('\n'),
  title,
  style,
  brand: BRAND,
  phone: PHONE_NUMBER,
  created_at: CREATED,
})

const styleOf = ({ kind }: Sheet): LabelStyle => LABEL_STYLES.find((style) => KINDS_OF_STYLE[style].includes(kind))!
const sheetsOf = ({ files }: Pack, { kind }: Sheet): Buffer => files.get(`labels-${kind}.pdf`)!
const pagesOf = async (pdf: Buffer): Promise<PDFiumPage[]> => [...(await openPdf(pdf)).pages()]
const perPage = ({ columns, rows }: Sheet) => columns * rows

const cellOf = ({ kind }: Sheet) => {
  const { width, height, bleed, strip } = LABEL_FACES[kind]
  return { width: width + 2 * bleed, height: height + 2 * bleed + strip }
}

/** The whole area of labels, in the middle of the page. */
function area(sheet: Sheet): Box {
  const cell = cellOf(sheet)
  const [left, top] = [(A4[0] - sheet.columns * cell.width) / 2, (A4[1] - sheet.rows * cell.height) / 2]
  return { left, top, right: A4[0] - left, bottom: A4[1] - top }
}

/** Where a label lies with its bleed and its strip: row by row from the upper left. */
function boxOf(sheet: Sheet, index: number): Box {
  const { width, height } = cellOf(sheet)
  const left = area(sheet).left + (index % sheet.columns) * width
  const top = area(sheet).top + Math.floor(index / sheet.columns) * height
  return { left, top, right: left + width, bottom: top + height }
}

/** What is cut out and stuck on. */
function faceOf(sheet: Sheet, index: number): Box {
  const { width, height, bleed } = LABEL_FACES[sheet.kind]
  const { left, top } = boxOf(sheet, index)
  return { left: left + bleed, top: top + bleed, right: left + bleed + width, bottom: top + bleed + height }
}

/** The symbol of a label with its quiet zone. */
function codeOf(sheet: Sheet, index: number): Box {
  const { code } = LABEL_FACES[sheet.kind]
  const face = faceOf(sheet, index)
  const [left, top] = [face.left + code.x, face.top + code.y]
  return { left, top, right: left + code.side, bottom: top + code.side }
}

const boxesOf = (sheet: Sheet) => Array.from({ length: perPage(sheet) }, (_, index) => boxOf(sheet, index))

const shrunk = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
})
const isIn = (inner: Box, outer: Box) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom

/** Characters line by line from the top, each from the left. */
function linesIn(characters: PrintedCharacter[]): PrintedCharacter[][] {
  const lines = Map.groupBy(characters, ({ baseline }) => Math.round(baseline * 5))
  return [...lines.entries()].sort(([a], [b]) => a - b).map(([, line]) => line.toSorted((a, b) => a.left - b.left))
}
const readLines = (characters: PrintedCharacter[]): string[] =>
  linesIn(characters).map((line) => line.map(({ character }) => character).join(''))
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

const serialOf = ({ serial_number }: StickerCodes) => spokenCode(serial_number)

/** The lines on the face that are text and not outlines. */
const linesOn = (sheet: Sheet, sticker: StickerCodes): string[] => {
  const serial = serialOf(sticker)
  if (styleOf(sheet) === 'bare') return [SENTENCE, serial].map(withoutSpaces)
  if (sheet === CARD) return ['Ambulance, police, fire', BRAND, PHONE_NUMBER, serial].map(withoutSpaces)
  return [serial, BRAND, PHONE_NUMBER].map(withoutSpaces)
}
const linesOnStrip = (sticker: StickerCodes): string[] =>
  [`For sticker ${serialOf(sticker)}`, `Coupon code ${spokenCode(sticker.coupon_code)}`].map(withoutSpaces)

const STICKERS = stickersOf(57)
const PACKS = new Map<LabelStyle, Pack>()
function packed(style: LabelStyle = 'branded'): Pack {
  if (!PACKS.has(style)) PACKS.set(style, pack(STICKERS, style))
  return PACKS.get(style)!
}
const packedFor = (sheet: Sheet) => packed(styleOf(sheet))

/** The stickers of a page, counted from 0. */
const onPage = (sheet: Sheet, page: number, stickers = STICKERS) =>
  stickers.slice(page * perPage(sheet), (page + 1) * perPage(sheet))

const scanLabels = async (sheet: Sheet, prints: Print[], count: number): Promise<string[][]> => {
  const labels = Array.from({ length: count }, (_, index) =>
    cutOut(prints[Math.floor(index / perPage(sheet))]!, boxOf(sheet, index % perPage(sheet))),
  )
  return scanAll(await Promise.all(labels))
}

const printAll = async (pages: PDFiumPage[], dots_per_inch = 300): Promise<Print[]> => {
  const prints = []
  for (const page of pages) prints.push(await print(page, dots_per_inch))
  return prints
}

test.each([
  ['branded', 'labels-60mm.pdf', 'labels-25mm.pdf'],
  ['bare', 'labels-bare-60mm.pdf', 'labels-bare-25mm.pdf'],
  ['card', 'labels-card.pdf'],
] as const)('a ZIP of %s stickers has a picture of each, the manifest and its sheets', (style, ...sheets) => {
  const { files } = packed(style)
  expect([...files.keys()]).toEqual([
    ...STICKERS.map(({ serial_number }) => `qr/${serial_number}.png`),
    'manifest.csv',
    ...sheets,
  ])
  expect(
    STICKERS.filter(({ serial_number, url }) => !files.get(`qr/${serial_number}.png`)!.equals(qrImage(url))),
  ).toEqual([])
  expect(files.get('manifest.csv')!.toString()).toBe(
    ['serial_number,coupon_code,url', ...linesOf(STICKERS), ''].join('\r\n'),
  )
})

test('only our account can read the ZIP: it holds every code of its stickers', () => {
  const file = path.join(folder, 'closed.zip')
  packStickers(inputOf(file, STICKERS, 'branded'), () => {})
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
})

test('the progress of packing grows to one', () => {
  const { progress } = packed()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress[0]! > 0, progress.at(-1)]).toEqual([true, 1])
})

test.each(SHEETS)('$kind: $columns x $rows labels on a page of A4, and one more begins another page', async (sheet) => {
  for (const [count, expected] of [
    [1, 1],
    [perPage(sheet), 1],
    [perPage(sheet) + 1, 2],
  ] as const) {
    const pages = await pagesOf(sheetsOf(pack(STICKERS.slice(0, count), styleOf(sheet)), sheet))
    expect(pages).toHaveLength(expected)
    for (const [side, millimetres] of pages.flatMap((page) => sizeOf(page).map((got, side) => [side, got] as const))) {
      expect(millimetres).toBeCloseTo(A4[side]!, 2)
    }
  }
})

test.each(SHEETS)('$kind: the code on each label of each page is that of its sticker', async (sheet) => {
  const prints = await printAll(await pagesOf(sheetsOf(packedFor(sheet), sheet)))
  expect(await scanLabels(sheet, prints, STICKERS.length)).toEqual(STICKERS.map(({ url }) => [url]))
})

test.each(SHEETS)(
  '$kind: a label has its serial number; the coupon code stands on the strip below and never on the label',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packedFor(sheet), sheet))
    for (const [number, page] of pages.entries()) {
      const characters = charactersOf(page)
      for (const [index, sticker] of onPage(sheet, number).entries()) {
        const face = faceOf(sheet, index)
        const strip = { ...boxOf(sheet, index), top: face.bottom + LABEL_FACES[sheet.kind].bleed - 0.2 }
        expect(readLines(characters.filter((each) => isIn(each, face)))).toEqual(linesOn(sheet, sticker))
        expect(readLines(characters.filter((each) => isIn(each, strip)))).toEqual(linesOnStrip(sticker))
      }
    }
  },
)

test.each(SHEETS)(
  '$kind: each page says in its margin what it is, and nothing else stands outside of labels',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packedFor(sheet), sheet))
    for (const [number, page] of pages.entries()) {
      const on = onPage(sheet, number)
      const characters = charactersOf(page)
      const boxes = boxesOf(sheet)
      const outside = characters.filter((each) => !boxes.some((box) => isIn(each, box)))
      const note = outside.map(({ character }) => character).join('')
      const [first, last] = [on[0]!, on.at(-1)!].map(({ serial_number }) => spokenCode(serial_number))
      expect(note).toBe(
        withoutSpaces(`Tvarit job 7, ${sheet.kind}, page ${number + 1} of ${pages.length}: ${first} to ${last}`),
      )
      const margin = { left: 4, top: 3, right: area(sheet).left, bottom: A4[1] - 3 }
      expect(outside.every((each) => isIn(each, margin))).toBe(true)
    }
  },
)

test.each(SHEETS)('$kind: text keeps away from the cut, letter beside letter', async (sheet) => {
  const [page] = await pagesOf(sheetsOf(packedFor(sheet), sheet))
  const characters = charactersOf(page!)
  for (const [index] of boxesOf(sheet).entries()) {
    const face = faceOf(sheet, index)
    const on = characters.filter((each) => isIn(each, face))
    expect(on.filter((each) => !isIn(each, shrunk(face, 0.4)))).toEqual([])
    for (const line of linesIn(on)) {
      // A J reaches under the letter before it.
      const gaps = line.slice(1).map(({ left }, at) => left - line[at]!.right)
      expect(Math.min(...gaps, 0)).toBeGreaterThan(-0.3)
    }
  }
})

/** Short lines outside of the area, in line with the edges of labels. */
function cutMarks(sheet: Sheet): Box[] {
  const { left, top, right, bottom } = area(sheet)
  const { width, height } = cellOf(sheet)
  const columns = Array.from({ length: sheet.columns + 1 }, (_, index) => left + index * width)
  const rows = Array.from({ length: sheet.rows + 1 }, (_, index) => top + index * height)
  const across = (at: number, from: number, to: number) => ({ left: at - 0.1, right: at + 0.1, top: from, bottom: to })
  const along = (at: number, from: number, to: number) => ({ top: at - 0.1, bottom: at + 0.1, left: from, right: to })
  return [
    ...columns.flatMap((x) => [across(x, top - 5.5, top - 1.5), across(x, bottom + 1.5, bottom + 5.5)]),
    ...rows.flatMap((y) => [along(y, left - 5.5, left - 1.5), along(y, right + 1.5, right + 5.5)]),
  ]
}

const grown = (box: Box, by: number) => shrunk(box, -by)

/** A print in which the ink of these boxes is gone. */
function without(sheet: Print, boxes: Box[]): Print {
  const pixels = Buffer.from(sheet.pixels)
  for (const { left, top, right, bottom } of boxes) {
    for (let y = Math.floor(top * sheet.scale); y <= Math.ceil(bottom * sheet.scale); y++) {
      const line = y * sheet.width
      pixels.fill(255, line + Math.floor(left * sheet.scale), line + Math.ceil(right * sheet.scale) + 1)
    }
  }
  return { ...sheet, pixels }
}

test.each(BARE)(
  '$kind: marks show where to cut; no other ink is near a cut or outside of the labels',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packedFor(sheet), sheet))
    for (const page of [pages[0]!, pages.at(-1)!]) {
      const outside = charactersOf(page).filter((each) => each.left < area(sheet).left)
      const printed = await print(page, 400)
      const marks = cutMarks(sheet)
      expect(marks.filter((mark) => !hasInk(printed, mark))).toEqual([])
      const labels = boxesOf(sheet).map((box) => shrunk(box, 0.35))
      const rest = without(printed, [...[...marks, ...outside].map((box) => grown(box, 0.2)), ...labels])
      expect(hasInk(rest, { left: 0, top: 0, right: A4[0], bottom: A4[1] })).toBe(false)
    }
  },
)

test.each(SHEETS)('$kind: places without a sticker on the last page are empty', async (sheet) => {
  const pages = await pagesOf(sheetsOf(packedFor(sheet), sheet))
  const printed = await print(pages.at(-1)!)
  const filled = boxesOf(sheet).map((box) => hasInk(printed, box))
  const on = onPage(sheet, pages.length - 1).length
  expect(filled).toEqual(filled.map((_, index) => index < on))
})

test.each(COLOURED)('$kind: colour goes beyond the contour, and the contour is a spot colour', async (sheet) => {
  const { bleed } = LABEL_FACES[sheet.kind]
  const [page] = await pagesOf(sheetsOf(packedFor(sheet), sheet))
  const printed = await print(page!)
  for (const [index, { left, top, right }] of boxesOf(sheet).entries()) {
    // The band above the words reaches the edge of the bleed on three sides.
    const band = faceOf(sheet, index).top + 3
    expect(hasInk(printed, { left, top, right, bottom: top + bleed - 0.2 })).toBe(true)
    expect(hasInk(printed, { left, top, right: left + bleed - 0.2, bottom: band })).toBe(true)
    expect(hasInk(printed, { left: right - bleed + 0.2, top, right, bottom: band })).toBe(true)
  }
  const text = sheetsOf(packedFor(sheet), sheet).toString('latin1')
  expect(text).toContain('[/Separation/CutContour/DeviceCMYK')
})

test.each(Object.entries(INKS))('%s is no more ink than paper takes', (_, { cmyk }) => {
  expect(cmyk.reduce((sum: number, part) => sum + part, 0)).toBeLessThanOrEqual(2.6)
})

test.each(SHEETS)('$kind: around a code are four modules of white', async (sheet) => {
  const [page] = await pagesOf(sheetsOf(packedFor(sheet), sheet))
  const printed = await print(page!, 400)
  const module = LABEL_FACES[sheet.kind].code.side / (qrSymbol(STICKERS[0]!.url).size + 8)
  for (const [index] of boxesOf(sheet).entries()) {
    const square = codeOf(sheet, index)
    const symbol = shrunk(square, 4 * module)
    expect(hasInk(without(printed, [grown(symbol, 0.05)]), square)).toBe(false)
    // The outermost modules have ink on all four sides.
    const sides = [
      { ...symbol, right: symbol.left + module },
      { ...symbol, left: symbol.right - module },
      { ...symbol, bottom: symbol.top + module },
      { ...symbol, top: symbol.bottom - module },
    ]
    expect(sides.map((side) => hasInk(printed, side))).toEqual([true, true, true, true])
  }
})

/** The symbol as it is printed, read in the middle of each of its modules. */
function readModules(printed: Print, size: number, square: Box): number[] {
  const module = (square.right - square.left) / (size + 8)
  return Array.from({ length: size * size }, (_, at) => {
    const left = square.left + (4.25 + (at % size)) * module
    const top = square.top + (4.25 + Math.floor(at / size)) * module
    return Number(hasInk(printed, { left, top, right: left + module / 2, bottom: top + module / 2 }))
  })
}

test.each(SHEETS)(
  '$kind: each module stands where it belongs: scanners forgive much that not every phone does',
  async (sheet) => {
    const [page] = await pagesOf(sheetsOf(packedFor(sheet), sheet))
    const printed = await print(page!, 400)
    const wrong = onPage(sheet, 0).filter(({ url }, index) => {
      const { size, modules } = qrSymbol(url)
      const read = readModules(printed, size, codeOf(sheet, index))
      return read.join('') !== modules.join('')
    })
    expect(wrong).toEqual([])
  },
)

test.each(SHEETS)('$kind: everything is drawn as lines and text, nothing as an image', async (sheet) => {
  for (const page of await pagesOf(sheetsOf(packedFor(sheet), sheet))) {
    const types = new Set([...page.objects()].map(({ type }) => type))
    expect([...types].sort()).toEqual(['form', 'path', 'text'])
  }
})

test.each(SHEETS)('$kind: the font is in the file, and print dialogs are told not to scale', (sheet) => {
  const text = sheetsOf(packedFor(sheet), sheet).toString('latin1')
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  expect(text).toMatch(/\/FontFile2 \d+ 0 R/)
  expect(text).toMatch(/\/ViewerPreferences<<\/PrintScaling\/None>>/)
  expect(text).toContain("/CreationDate(D:20260302000007+05'30')")
})

test.each(SHEETS)('$kind: the table of objects points at each object, and streams are as long as they say', (sheet) => {
  // Renderers forgive a wrong table; the printers of print shops may not.
  const text = sheetsOf(packedFor(sheet), sheet).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const table = text.slice(start).split('\n')
  const size = Number(/\/Size (\d+)/.exec(text.slice(start))![1])
  expect(table.slice(0, 3)).toEqual(['xref', `0 ${size}`, '0000000000 65535 f '])
  const offsets = table.slice(3, 2 + size).map((line) => Number(/^(\d{10}) 00000 n $/.exec(line)![1]))
  expect(offsets.filter((offset, index) => !text.startsWith(`${index + 1} 0 obj\n`, offset))).toEqual([])
  const streams = [...text.matchAll(/<<\/Length (\d+)\/Filter\/FlateDecode[^\n]*>>stream\n/g)]
  expect(streams.length).toBe(2 + Math.ceil(STICKERS.length / perPage(sheet)))
  for (const { 0: head, 1: length, index } of streams) {
    expect(text.startsWith('\nendstream', index + head.length + Number(length))).toBe(true)
  }
})

test.each([
  ['http://a.b', 25],
  ['https://emergency.tvarit-ambulance-india.example:8443', 37],
])('codes for %s, of %i modules, are read from every kind of label', async (PUBLIC_URL, modules) => {
  const stickers = stickersOf(3, PUBLIC_URL)
  expect(qrSymbol(stickers[0]!.url).size).toBe(modules)
  for (const sheet of SHEETS) {
    const prints = await printAll(await pagesOf(sheetsOf(pack(stickers, styleOf(sheet)), sheet)))
    expect(await scanLabels(sheet, prints, 3)).toEqual(stickers.map(({ url }) => [url]))
  }
})

test.each(['Brand (one) \\ two) job 7', 'त्वरित सेवा न job 7', 'Tvarít – “job” 7\n'])(
  'a title like %j spoils no page',
  async (title) => {
    const made = pack(STICKERS.slice(0, 13), 'branded', title)
    for (const sheet of [CAR, PHONE]) {
      const pages = await pagesOf(sheetsOf(made, sheet))
      const characters = charactersOf(pages[0]!)
      const [first] = STICKERS
      expect(readLines(characters.filter((each) => isIn(each, faceOf(sheet, 0))))).toEqual(linesOn(sheet, first!))
      const note = characters
        .filter((each) => each.left < area(sheet).left)
        .map(({ character }) => character)
        .join('')
      expect(note).toContain(withoutSpaces(`${sheet.kind}, page 1 of ${pages.length}: ${serialOf(first!)}`))
      if (/^[ -~]*$/.test(title)) expect(note.startsWith(withoutSpaces(title))).toBe(true)
    }
  },
)

test.each([
  ['तेजस सुरक्षा', 'Tejas Suraksha'],
  ['Suraksha é Company of India Limited, Bengaluru', 'Suraksha e Company of India Limited, Bengaluru'],
])('the brand %s is printed as %s, within the label', async (brand, printed) => {
  const file = path.join(folder, 'brand.zip')
  packStickers({ ...inputOf(file, STICKERS.slice(0, 1), 'branded'), brand }, () => {})
  const [page] = await pagesOf(unzip(fs.readFileSync(file)).get('labels-60mm.pdf')!)
  const on_face = charactersOf(page!).filter((each) => isIn(each, faceOf(CAR, 0)))
  expect(on_face.map(({ character }) => character).join('')).toContain(withoutSpaces(printed))
})

test('the same stickers are the same ZIP to the byte, also in another process in another time zone', () => {
  expect(pack(STICKERS, 'branded').bytes.equals(packed().bytes)).toBe(true)
  const file = path.join(folder, 'other.zip')
  const input = inputOf(file, STICKERS, 'branded')
  runFresh(
    `import { packStickers } from '${fileUrl('shared/domain/stickers/bulk-jobs/pack/pack-stickers.ts')}'
    packStickers({ ...${JSON.stringify(input)}, created_at: new Date('${CREATED.toISOString()}') }, () => {})`,
    { environment: { TZ: 'America/New_York', LANG: 'de_DE.UTF-8' } },
  )
  expect(fs.readFileSync(file).equals(packed().bytes)).toBe(true)
})
