import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { KINDS_OF_STYLE, LABEL_STYLES, type LabelStyle } from '@tvarit/shared/contracts/label-faces'
import { newCodes, type StickerCodes } from '@tvarit/shared/domain/qr/new-codes'
import { scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { packStickers } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-stickers'
import { expect } from 'vitest'
import { perPage, type Sheet } from './label-places.ts'
import { openPdf } from './pdf.ts'
import { unzip } from './unzip.ts'

export const [BRAND, PHONE_NUMBER] = ['Tvarit', '1800 000 0000']

interface Sticker extends StickerCodes {
  url: string
}

export const stickersOf = (count: number, PUBLIC_URL = 'https://tvarit.example'): Sticker[] =>
  Array.from({ length: count }, () => {
    const codes = newCodes()
    return { ...codes, url: scanUrl({ PUBLIC_URL }, codes.token) }
  })

export const linesOf = (stickers: Sticker[]): string[] =>
  stickers.map(({ serial_number, coupon_code, url }) => `${serial_number},${coupon_code},${url}`)

interface Changes {
  title?: string
  brand?: string
}

/** What the packing of stickers is asked for. */
export const packInput = (file: string, stickers: Sticker[], style: LabelStyle, more: Changes = {}) => ({
  path: file,
  stickers: linesOf(stickers).join('\n'),
  title: 'Tvarit job 7',
  style,
  brand: BRAND,
  phone: PHONE_NUMBER,
  created_at: new Date('2026-03-01T18:30:07.900Z'),
  ...more,
})

interface Pack {
  bytes: Buffer
  files: Map<string, Buffer>
  progress: number[]
}

/** Packs stickers and reads the ZIP back. */
export function pack(stickers: Sticker[], style: LabelStyle, more?: Changes): Pack {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-labels-'))
  try {
    const input = packInput(path.join(folder, 'pack.zip'), stickers, style, more)
    const progress: number[] = []
    const announced = packStickers(input, (share) => progress.push(share))
    const bytes = fs.readFileSync(input.path)
    expect(announced).toBe(bytes.length)
    return { bytes, files: unzip(bytes), progress }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

export const STICKERS = stickersOf(57)
const PACKS = new Map<LabelStyle, Pack>()

/** All stickers in a style, packed once. */
export function packed(style: LabelStyle = 'branded'): Pack {
  if (!PACKS.has(style)) PACKS.set(style, pack(STICKERS, style))
  return PACKS.get(style)!
}

/** The PDF of a kind of sheet, of all stickers unless others are given. */
export function pdfOf({ kind }: Sheet, stickers = STICKERS, more?: Changes): Buffer {
  const style = LABEL_STYLES.find((each) => KINDS_OF_STYLE[each].includes(kind))!
  const { files } = stickers === STICKERS ? packed(style) : pack(stickers, style, more)
  return files.get(`labels-${kind}.pdf`)!
}

export const pagesOf = async (...args: Parameters<typeof pdfOf>): Promise<PDFiumPage[]> => [
  ...(await openPdf(pdfOf(...args))).pages(),
]

/** The stickers of a page, counted from 0. */
export const onPage = (sheet: Sheet, page: number): Sticker[] =>
  STICKERS.slice(page * perPage(sheet), (page + 1) * perPage(sheet))
