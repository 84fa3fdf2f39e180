import { INKS, LABEL_FACES } from '@tvarit/shared/contracts/label-faces'
import { qrSymbol } from '@tvarit/shared/domain/qr/symbol'
import { expect, test } from 'vitest'
import { onPage, pagesOf, pdfOf, STICKERS } from '../harness/label-packs.ts'
import {
  A4,
  area,
  BARE,
  boxesOf,
  cellOf,
  COLOURED,
  faceOf,
  perPage,
  type Sheet,
  SHEETS,
  shrunk,
} from '../harness/label-places.ts'
import { type Box, charactersOf, hasInk, type Print, print } from '../harness/pdf.ts'

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

test.each(BARE)('$kind: marks show where to cut, and no other ink is near a cut or outside labels', async (sheet) => {
  const pages = await pagesOf(sheet)
  for (const page of [pages[0]!, pages.at(-1)!]) {
    const outside = charactersOf(page).filter((each) => each.left < area(sheet).left)
    const printed = await print(page, 400)
    const marks = cutMarks(sheet)
    expect(marks.filter((mark) => !hasInk(printed, mark))).toEqual([])
    const labels = boxesOf(sheet).map((box) => shrunk(box, 0.35))
    const rest = without(printed, [...[...marks, ...outside].map((box) => grown(box, 0.2)), ...labels])
    expect(hasInk(rest, { left: 0, top: 0, right: A4[0], bottom: A4[1] })).toBe(false)
  }
})

test.each(COLOURED)('$kind: colour goes beyond the contour, and the contour is a spot colour', async (sheet) => {
  const { bleed } = LABEL_FACES[sheet.kind]
  const [page] = await pagesOf(sheet)
  const printed = await print(page!)
  for (const [index, { left, top, right }] of boxesOf(sheet).entries()) {
    // The band above the words reaches the edge of the bleed on three sides.
    const band = faceOf(sheet, index).top + 3
    expect(hasInk(printed, { left, top, right, bottom: top + bleed - 0.2 })).toBe(true)
    expect(hasInk(printed, { left, top, right: left + bleed - 0.2, bottom: band })).toBe(true)
    expect(hasInk(printed, { left: right - bleed + 0.2, top, right, bottom: band })).toBe(true)
  }
  const text = pdfOf(sheet).toString('latin1')
  expect(text).toContain('[/Separation/CutContour/DeviceCMYK')
})

test.each(Object.entries(INKS))('%s is no more ink than paper takes', (_, { cmyk }) => {
  expect(cmyk.reduce((sum: number, part) => sum + part, 0)).toBeLessThanOrEqual(2.6)
})

/** The symbol of a label with its quiet zone. */
function codeOf(sheet: Sheet, index: number): Box {
  const { code } = LABEL_FACES[sheet.kind]
  const face = faceOf(sheet, index)
  const [left, top] = [face.left + code.x, face.top + code.y]
  return { left, top, right: left + code.side, bottom: top + code.side }
}

test.each(SHEETS)('$kind: around a code are four modules of white', async (sheet) => {
  const [page] = await pagesOf(sheet)
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

test.each(SHEETS)('$kind: each printed QR module is exactly in its place', async (sheet) => {
  const [page] = await pagesOf(sheet)
  const printed = await print(page!, 400)
  const wrong = onPage(sheet, 0).filter(({ url }, index) => {
    const { size, modules } = qrSymbol(url)
    const read = readModules(printed, size, codeOf(sheet, index))
    return read.join('') !== modules.join('')
  })
  expect(wrong).toEqual([])
})

test.each(SHEETS)('$kind: everything is drawn as lines and text, nothing as an image', async (sheet) => {
  for (const page of await pagesOf(sheet)) {
    const types = new Set([...page.objects()].map(({ type }) => type))
    expect([...types].sort()).toEqual(['form', 'path', 'text'])
  }
})

test.each(SHEETS)('$kind: the font is in the file, and print dialogs are asked not to scale', (sheet) => {
  const text = pdfOf(sheet).toString('latin1')
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  expect(text).toMatch(/\/FontFile2 \d+ 0 R/)
  expect(text).toMatch(/\/ViewerPreferences<<\/PrintScaling\/None>>/)
  expect(text).toContain("/CreationDate(D:20260302000007+05'30')")
})

test.each(SHEETS)('$kind: the table of objects points at each object, and streams are as long as they say', (sheet) => {
  // Renderers forgive a wrong table; the printers of print shops may not.
  const text = pdfOf(sheet).toString('latin1')
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
