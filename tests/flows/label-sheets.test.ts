import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { spokenCode } from '@tvarit/shared/contracts/codes'
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
  name: string
  width: number
  height: number
  columns: number
  rows: number
}

const LARGE = { name: '60mm', width: 60, height: 70, columns: 3, rows: 4 }
const SMALL = { name: '25mm', width: 25, height: 32, columns: 7, rows: 8 }
const SHEETS: Sheet[] = [LARGE, SMALL]
const SENTENCE = 'Emergency? Scan. Or call 112'
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

function pack(stickers: Sticker[], title = 'Tvarit job 7'): Pack {
  const file = path.join(folder, 'pack.zip')
  const progress: number[] = []
  const input = { path: file, stickers: linesOf(stickers).join('\n'), title, created_at: CREATED }
  const told = packStickers(input, (share) => progress.push(share))
  const bytes = fs.readFileSync(file)
  expect(told).toBe(bytes.length)
  return { bytes, files: unzip(bytes), progress }
}

const sheetsOf = ({ files }: Pack, { name }: Sheet): Buffer => files.get(`labels-${name}.pdf`)!
const pagesOf = async (pdf: Buffer): Promise<PDFiumPage[]> => [...(await openPdf(pdf)).pages()]
const perPage = ({ columns, rows }: Sheet) => columns * rows

/** The whole area of labels, in the middle of the page. */
function area({ width, height, columns, rows }: Sheet): Box {
  const [left, top] = [(A4[0] - columns * width) / 2, (A4[1] - rows * height) / 2]
  return { left, top, right: A4[0] - left, bottom: A4[1] - top }
}

/** Where a label lies: row by row from the upper left. */
function boxOf(sheet: Sheet, index: number): Box {
  const left = area(sheet).left + (index % sheet.columns) * sheet.width
  const top = area(sheet).top + Math.floor(index / sheet.columns) * sheet.height
  return { left, top, right: left + sheet.width, bottom: top + sheet.height }
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

const linesOn = (sheet: Sheet, { serial_number, coupon_code }: StickerCodes): string[] => {
  const [serial, code] = [spokenCode(serial_number), spokenCode(coupon_code)]
  return (sheet === LARGE ? [SENTENCE, serial + code] : [SENTENCE, serial, code]).map(withoutSpaces)
}

const STICKERS = stickersOf(57)
const PACK = { value: null as Pack | null }
const packed = () => (PACK.value ??= pack(STICKERS))

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

test('the ZIP has a picture of each sticker, the manifest and the sheets of both sizes', () => {
  const { files } = packed()
  expect([...files.keys()]).toEqual([
    ...STICKERS.map(({ serial_number }) => `qr/${serial_number}.png`),
    'manifest.csv',
    'labels-60mm.pdf',
    'labels-25mm.pdf',
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
  packStickers({ path: file, stickers: linesOf(STICKERS).join('\n'), title: 'x', created_at: CREATED }, () => {})
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
})

test('the progress of packing grows to one', () => {
  const { progress } = packed()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress[0]! > 0, progress.at(-1)]).toEqual([true, 1])
})

test.each([
  [1, 1, 1],
  [12, 1, 1],
  [13, 2, 1],
  [56, 5, 1],
  [57, 5, 2],
])('%i stickers are %i pages of 12 large labels and %i of 56 small ones, all of A4', async (count, large, small) => {
  const made = pack(STICKERS.slice(0, count))
  for (const [sheet, expected] of [[LARGE, large] as const, [SMALL, small] as const]) {
    const pages = await pagesOf(sheetsOf(made, sheet))
    expect(pages).toHaveLength(expected)
    for (const [side, millimetres] of pages.flatMap((page) => sizeOf(page).map((got, side) => [side, got] as const))) {
      expect(millimetres).toBeCloseTo(A4[side]!, 2)
    }
  }
})

test.each(SHEETS)('$name: the code on each label of each page is that of its sticker', async (sheet) => {
  const prints = await printAll(await pagesOf(sheetsOf(packed(), sheet)))
  expect(await scanLabels(sheet, prints, STICKERS.length)).toEqual(STICKERS.map(({ url }) => [url]))
})

test.each(SHEETS)(
  '$name: below its code each label has the sentence, its serial number and its code',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packed(), sheet))
    for (const [number, page] of pages.entries()) {
      const characters = charactersOf(page)
      for (const [index, sticker] of onPage(sheet, number).entries()) {
        const box = boxOf(sheet, index)
        const text = { ...box, top: box.top + sheet.width }
        expect(readLines(characters.filter((each) => isIn(each, text)))).toEqual(linesOn(sheet, sticker))
      }
    }
  },
)

test.each(SHEETS)(
  '$name: each page says in its margin what it is, and nothing else stands outside of labels',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packed(), sheet))
    for (const [number, page] of pages.entries()) {
      const on = onPage(sheet, number)
      const characters = charactersOf(page)
      const boxes = boxesOf(sheet).map((box) => shrunk(box, 0.4))
      const outside = characters.filter((each) => !boxes.some((box) => isIn(each, box)))
      const note = outside.map(({ character }) => character).join('')
      const [first, last] = [on[0]!, on.at(-1)!].map(({ serial_number }) => spokenCode(serial_number))
      expect(note).toBe(
        withoutSpaces(`Tvarit job 7, ${sheet.name}, page ${number + 1} of ${pages.length}: ${first} to ${last}`),
      )
      const margin = { left: 3, top: 3, right: area(sheet).left, bottom: A4[1] - 3 }
      expect(outside.every((each) => isIn(each, margin))).toBe(true)
    }
  },
)

test.each(SHEETS)('$name: text stands in the middle of its label, letter beside letter', async (sheet) => {
  const [page] = await pagesOf(sheetsOf(packed(), sheet))
  const characters = charactersOf(page!)
  // A J reaches under the letter before it.
  const overhang = 0.3
  for (const box of boxesOf(sheet)) {
    for (const line of linesIn(characters.filter((each) => isIn(each, box)))) {
      const middle = (line[0]!.left + line.at(-1)!.right) / 2
      expect(Math.abs(middle - (box.left + box.right) / 2)).toBeLessThan(overhang)
      const gaps = line.slice(1).map(({ left }, index) => left - line[index]!.right)
      expect(Math.min(...gaps)).toBeGreaterThan(-overhang)
    }
  }
})

/** Short lines outside of the area, in line with the edges of labels. */
function cutMarks(sheet: Sheet): Box[] {
  const { left, top, right, bottom } = area(sheet)
  const columns = Array.from({ length: sheet.columns + 1 }, (_, index) => left + index * sheet.width)
  const rows = Array.from({ length: sheet.rows + 1 }, (_, index) => top + index * sheet.height)
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

test.each(SHEETS)(
  '$name: marks show where to cut; no other ink is near a cut or outside of the labels',
  async (sheet) => {
    const pages = await pagesOf(sheetsOf(packed(), sheet))
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

test.each(SHEETS)('$name: places without a sticker on the last page are empty', async (sheet) => {
  const pages = await pagesOf(sheetsOf(packed(), sheet))
  const printed = await print(pages.at(-1)!)
  const filled = boxesOf(sheet).map((box) => hasInk(printed, box))
  const on = onPage(sheet, pages.length - 1).length
  expect(filled).toEqual(filled.map((_, index) => index < on))
})

test.each(SHEETS)(
  '$name: a code fills the width of its label up to four modules of white on each side',
  async (sheet) => {
    const [page] = await pagesOf(sheetsOf(packed(), sheet))
    const printed = await print(page!, 400)
    const module = sheet.width / (qrSymbol(STICKERS[0]!.url).size + 8)
    for (const box of boxesOf(sheet)) {
      const square = { ...box, bottom: box.top + sheet.width }
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
  },
)

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
  '$name: each module stands where it belongs: scanners forgive much that not every phone does',
  async (sheet) => {
    const [page] = await pagesOf(sheetsOf(packed(), sheet))
    const printed = await print(page!, 400)
    const wrong = onPage(sheet, 0).filter(({ url }, index) => {
      const { size, modules } = qrSymbol(url)
      const box = boxOf(sheet, index)
      const read = readModules(printed, size, { ...box, bottom: box.top + sheet.width })
      return read.join('') !== modules.join('')
    })
    expect(wrong).toEqual([])
  },
)

test.each(SHEETS)('$name: everything is drawn as lines and text, nothing as an image', async (sheet) => {
  for (const page of await pagesOf(sheetsOf(packed(), sheet))) {
    const types = new Set([...page.objects()].map(({ type }) => type))
    expect([...types].sort()).toEqual(['path', 'text'])
  }
})

test.each(SHEETS)('$name: the font is in the file, and print dialogs are told not to scale', (sheet) => {
  const text = sheetsOf(packed(), sheet).toString('latin1')
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  expect(text).toMatch(/\/FontFile2 \d+ 0 R/)
  expect(text).toMatch(/\/ViewerPreferences<<\/PrintScaling\/None>>/)
  expect(text).toContain("/CreationDate(D:20260302000007+05'30')")
})

test.each(SHEETS)('$name: the table of objects points at each object, and streams are as long as they say', (sheet) => {
  // Renderers forgive a wrong table; the printers of print shops may not.
  const text = sheetsOf(packed(), sheet).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const table = text.slice(start).split('\n')
  const size = Number(/\/Size (\d+)/.exec(text.slice(start))![1])
  expect(table.slice(0, 3)).toEqual(['xref', `0 ${size}`, '0000000000 65535 f '])
  const offsets = table.slice(3, 2 + size).map((line) => Number(/^(\d{10}) 00000 n $/.exec(line)![1]))
  expect(offsets.filter((offset, index) => !text.startsWith(`${index + 1} 0 obj\n`, offset))).toEqual([])
  const streams = [...text.matchAll(/<<\/Length (\d+)\/Filter\/FlateDecode[^>]*>>stream\n/g)]
  expect(streams.length).toBe(1 + Math.ceil(STICKERS.length / perPage(sheet)))
  for (const { 0: head, 1: length, index } of streams) {
    expect(text.startsWith('\nendstream', index + head.length + Number(length))).toBe(true)
  }
})

test.each([
  ['http://a.b', 25],
  ['https://emergency.tvarit-ambulance-india.example:8443', 37],
])('codes for %s, of %i modules, are read from both sizes of labels', async (PUBLIC_URL, modules) => {
  const stickers = stickersOf(13, PUBLIC_URL)
  expect(qrSymbol(stickers[0]!.url).size).toBe(modules)
  const made = pack(stickers)
  for (const sheet of SHEETS) {
    const prints = await printAll(await pagesOf(sheetsOf(made, sheet)))
    expect(await scanLabels(sheet, prints, 13)).toEqual(stickers.map(({ url }) => [url]))
  }
})

test.each(['Brand (one) \\ two) job 7', 'त्वरित सेवा न job 7', 'Tvarít – “job” 7\n'])(
  'a title like %j spoils no page',
  async (title) => {
    const made = pack(STICKERS.slice(0, 13), title)
    for (const sheet of SHEETS) {
      const pages = await pagesOf(sheetsOf(made, sheet))
      const characters = charactersOf(pages[0]!)
      const [first] = STICKERS
      expect(readLines(characters.filter((each) => isIn(each, boxOf(sheet, 0))))).toEqual(linesOn(sheet, first!))
      const note = characters
        .filter((each) => each.left < area(sheet).left)
        .map(({ character }) => character)
        .join('')
      expect(note).toContain(
        withoutSpaces(`${sheet.name}, page 1 of ${pages.length}: ${spokenCode(first!.serial_number)}`),
      )
      if (/^[ -~]*$/.test(title)) expect(note.startsWith(withoutSpaces(title))).toBe(true)
    }
  },
)

test('the same stickers are the same ZIP to the byte, also in another process in another time zone', () => {
  expect(pack(STICKERS).bytes.equals(packed().bytes)).toBe(true)
  const file = path.join(folder, 'other.zip')
  const input = { path: file, stickers: linesOf(STICKERS).join('\n'), title: 'Tvarit job 7' }
  runFresh(
    `import { packStickers } from '${fileUrl('shared/domain/stickers/bulk-jobs/pack/pack-stickers.ts')}'
    packStickers({ ...${JSON.stringify(input)}, created_at: new Date('${CREATED.toISOString()}') }, () => {})`,
    { environment: { TZ: 'America/New_York', LANG: 'de_DE.UTF-8' } },
  )
  expect(fs.readFileSync(file).equals(packed().bytes)).toBe(true)
})
