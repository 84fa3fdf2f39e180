import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'

const POINTS = 72 / 25.4

/** A place on a page in millimetres from its upper left corner. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** With the box of its ink. */
export interface PrintedCharacter extends Box {
  character: string
  /** On which its line of text stands, from the upper edge of the page. */
  baseline: number
}

/** A page as it comes out of a printer: pixels of a byte, 0 is black. */
export interface Print {
  width: number
  height: number
  pixels: Buffer
  /** Pixels in a millimetre. */
  scale: number
}

/** Opens a PDF with PDFium, the renderer of Chrome. */
export async function openPdf(bytes: Buffer): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init()
  return (await library).loadDocument(bytes)
}
let library: Promise<PDFiumLibrary> | undefined

/** Width and height in millimetres. */
export function sizeOf(page: PDFiumPage): [number, number] {
  const { pageIdx, module } = insides(page)
  return [module._FPDF_GetPageWidth(pageIdx) / POINTS, module._FPDF_GetPageHeight(pageIdx) / POINTS]
}

/** Ends the page: nothing more can be asked of it. */
export async function print(page: PDFiumPage, dots_per_inch = 300): Promise<Print> {
  const [width, height] = sizeOf(page).map((millimetres) => Math.round((millimetres / 25.4) * dots_per_inch)) as [
    number,
    number,
  ]
  const { data } = await page.render({ scale: 1, width, height, render: 'bitmap' })
  const pixels = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { width, height, pixels, scale: dots_per_inch / 25.4 }
}

/** The part of a print in a box as PNG. */
export function cutOut({ pixels, width, height, scale }: Print, box: Box): Promise<Buffer> {
  const [left, top] = [Math.round(box.left * scale), Math.round(box.top * scale)]
  const [right, bottom] = [Math.round(box.right * scale), Math.round(box.bottom * scale)]
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** The part of a print in a box. */
export function cutPrint({ pixels, width, scale }: Print, box: Box): Print {
  const [left, top] = [Math.round(box.left * scale), Math.round(box.top * scale)]
  const [wide, high] = [Math.round(box.right * scale) - left, Math.round(box.bottom * scale) - top]
  const lines = Array.from({ length: high }, (_, y) => pixels.subarray((top + y) * width + left).subarray(0, wide))
  return { pixels: Buffer.concat(lines), width: wide, height: high, scale }
}

/** Whether there is ink in a box; pixels that lie in it only in part do not count. */
export function hasInk({ pixels, width, scale }: Print, { left, top, right, bottom }: Box): boolean {
  for (let y = Math.ceil(top * scale); y < Math.floor(bottom * scale); y++) {
    for (let x = Math.ceil(left * scale); x < Math.floor(right * scale); x++) {
      if (pixels[y * width + x]! < 200) return true
    }
  }
  return false
}

/** The characters of a page's text; spaces are left out. */
export function charactersOf(page: PDFiumPage): PrintedCharacter[] {
  const { module, pageIdx } = insides(page)
  const { malloc, free } = module.wasmExports
  const height = module._FPDF_GetPageHeight(pageIdx)
  const text = module._FPDFText_LoadPage(pageIdx)
  const box = malloc(48)
  try {
    return Array.from({ length: module._FPDFText_CountChars(text) }, (_, index) => {
      module._FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24)
      module._FPDFText_GetCharOrigin(text, index, box + 32, box + 40)
      const [left, right, bottom, top, , baseline] = new Float64Array(module.HEAPU8.slice(box, box + 48).buffer)
      return {
        character: String.fromCodePoint(module._FPDFText_GetUnicode(text, index)),
        left: left! / POINTS,
        right: right! / POINTS,
        top: (height - top!) / POINTS,
        bottom: (height - bottom!) / POINTS,
        baseline: (height - baseline!) / POINTS,
      }
    }).filter(({ character }) => !/\s/.test(character))
  } finally {
    free(box)
    module._FPDFText_ClosePage(text)
  }
}

/** PDFium's own functions, more of them than the package names. */
interface Insides {
  pageIdx: number
  module: {
    wasmExports: { malloc(size: number): number; free(pointer: number): void }
    HEAPU8: Uint8Array
    _FPDF_GetPageWidth(page: number): number
    _FPDF_GetPageHeight(page: number): number
    _FPDFText_LoadPage(page: number): number
    _FPDFText_ClosePage(text: number): void
    _FPDFText_CountChars(text: number): number
    _FPDFText_GetUnicode(text: number, index: number): number
    _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
    _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number
  }
}

const insides = (page: PDFiumPage): Insides => page as unknown as Insides
