import { spokenCode } from '@tvarit/shared/contracts/codes'
import { LABEL_FACES } from '@tvarit/shared/contracts/label-faces'
import type { StickerCodes } from '@tvarit/shared/domain/qr/new-codes'
import { qrSymbol } from '@tvarit/shared/domain/qr/symbol'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { BRAND, onPage, pagesOf, PHONE_NUMBER, STICKERS, stickersOf } from '../harness/label-packs.ts'
import {
  A4,
  area,
  BARE,
  boxesOf,
  boxOf,
  CAR,
  CARD,
  faceOf,
  perPage,
  PHONE,
  type Sheet,
  SHEETS,
  shrunk,
} from '../harness/label-places.ts'
import {
  type Box,
  charactersOf,
  cutOut,
  hasInk,
  type Print,
  print,
  type PrintedCharacter,
  sizeOf,
} from '../harness/pdf.ts'
import { scanAll } from '../harness/zbar.ts'

const SENTENCE = 'Emergency? Scan. Or call 112'

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
  if (BARE.includes(sheet)) return [SENTENCE, serial].map(withoutSpaces)
  if (sheet === CARD) return ['Ambulance, police, fire', BRAND, PHONE_NUMBER, serial].map(withoutSpaces)
  return [serial, BRAND, PHONE_NUMBER].map(withoutSpaces)
}
const linesOnStrip = (sticker: StickerCodes): string[] =>
  [`For sticker ${serialOf(sticker)}`, `Coupon code ${spokenCode(sticker.coupon_code)}`].map(withoutSpaces)

const scanLabels = async (sheet: Sheet, prints: Print[], count: number): Promise<string[][]> => {
  const labels = Array.from({ length: count }, (_, index) =>
    cutOut(prints[Math.floor(index / perPage(sheet))]!, boxOf(sheet, index % perPage(sheet))),
  )
  return scanAll(await Promise.all(labels))
}

const printAll = async (pages: PDFiumPage[]): Promise<Print[]> => {
  const prints = []
  for (const page of pages) prints.push(await print(page))
  return prints
}

test.each(SHEETS)('$kind: $columns x $rows labels on a page of A4, and one more begins another page', async (sheet) => {
  for (const [count, expected] of [
    [1, 1],
    [perPage(sheet), 1],
    [perPage(sheet) + 1, 2],
  ] as const) {
    const pages = await pagesOf(sheet, STICKERS.slice(0, count))
    expect(pages).toHaveLength(expected)
    for (const [side, millimetres] of pages.flatMap((page) => sizeOf(page).map((got, side) => [side, got] as const))) {
      expect(millimetres).toBeCloseTo(A4[side]!, 2)
    }
  }
})

test.each(SHEETS)('$kind: the code on each label of each page is that of its sticker', async (sheet) => {
  const prints = await printAll(await pagesOf(sheet))
  expect(await scanLabels(sheet, prints, STICKERS.length)).toEqual(STICKERS.map(({ url }) => [url]))
})

test.each(SHEETS)(
  '$kind: a label has its serial number, and the coupon code only on the strip below',
  async (sheet) => {
    const pages = await pagesOf(sheet)
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
    const pages = await pagesOf(sheet)
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
  const [page] = await pagesOf(sheet)
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

test.each(SHEETS)('$kind: places without a sticker on the last page are empty', async (sheet) => {
  const pages = await pagesOf(sheet)
  const printed = await print(pages.at(-1)!)
  const filled = boxesOf(sheet).map((box) => hasInk(printed, box))
  const on = onPage(sheet, pages.length - 1).length
  expect(filled).toEqual(filled.map((_, index) => index < on))
})

test.each([
  ['http://a.b', 25],
  ['https://emergency.tvarit-ambulance-india.example:8443', 37],
])('codes for %s, of %i modules, are read from every kind of label', async (PUBLIC_URL, modules) => {
  const stickers = stickersOf(3, PUBLIC_URL)
  expect(qrSymbol(stickers[0]!.url).size).toBe(modules)
  for (const sheet of SHEETS) {
    const prints = await printAll(await pagesOf(sheet, stickers))
    expect(await scanLabels(sheet, prints, 3)).toEqual(stickers.map(({ url }) => [url]))
  }
})

test.each(['Brand (one) \\ two) job 7', 'त्वरित सेवा न job 7', 'Tvarít – “job” 7\n'])(
  'a title like %j spoils no page',
  async (title) => {
    for (const sheet of [CAR, PHONE]) {
      const pages = await pagesOf(sheet, STICKERS.slice(0, 13), { title })
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
  const [page] = await pagesOf(CAR, STICKERS.slice(0, 1), { brand })
  const on_face = charactersOf(page!).filter((each) => isIn(each, faceOf(CAR, 0)))
  expect(on_face.map(({ character }) => character).join('')).toContain(withoutSpaces(printed))
})
