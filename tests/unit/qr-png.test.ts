import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { qrImage, scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { qrPng } from '@tvarit/shared/domain/qr/png'
import { type QrSymbol, qrSymbol } from '@tvarit/shared/domain/qr/symbol'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileUrl, runFresh } from '../harness/fresh-process.ts'
import { type Picture, readPng } from '../harness/read-png.ts'
import { seeded } from '../harness/seeded.ts'
import { scanAll } from '../harness/zbar.ts'

/** Modules of a side of each version of a QR code. */
const SIZES = Array.from({ length: 40 }, (_, index) => 21 + 4 * index)
/** Large pictures take long: of those the sizes that addresses have. */
const sizesFor = (side: number) => (side > 600 ? SIZES.slice(0, 12) : SIZES)
const HOSTS = ['https://t.in', 'https://tvarit.example', 'https://emergency.tvarit-ambulance.example:8443']

const fill = (size: number, isDark: (x: number, y: number) => boolean): QrSymbol => ({
  size,
  modules: Uint8Array.from({ length: size * size }, (_, at) => Number(isDark(at % size, Math.floor(at / size)))),
})

/** Modules at random, the share `dark` of them dark, and the four corners, so that one sees where it begins and ends. */
function noise(size: number, dark: number, random: () => number): QrSymbol {
  const inCorner = (x: number, y: number) => x % (size - 1) === 0 && y % (size - 1) === 0
  return fill(size, (x, y) => random() < dark || inCorner(x, y))
}

interface Layout {
  scale: number
  /** Pixels of white on the left and above. */
  margin: number
}

/** Where a symbol with dark corners lies in its picture, read from the picture alone. */
function layoutOf(picture: Picture, size: number): Layout {
  const margin = Array.from({ length: picture.side }, (_, at) => at).findIndex((at) => picture.dark(at, at))
  return { margin, scale: (picture.side - 2 * margin) / size }
}

/** The lines of the picture of a symbol, pixel by pixel. */
function linesOf({ size, modules }: QrSymbol, side: number, { scale, margin }: Layout): Buffer {
  const moduleAt = (pixel: number) => Math.floor((pixel - margin) / scale)
  const drawLine = (row: number): Buffer => {
    const line = Buffer.alloc(1 + Math.ceil(side / 8), 0xff)
    line[0] = 0
    for (let x = 0; x < side; x++) {
      const column = moduleAt(x)
      const inside = column >= 0 && row >= 0 && column < size && row < size
      if (inside && modules[row * size + column] === 1) line[1 + (x >> 3)]! &= ~(0x80 >> (x & 7))
    }
    return line
  }
  const rows = new Set(Array.from({ length: side }, (_, y) => moduleAt(y)))
  const drawn = new Map([...rows].map((row) => [row, drawLine(row)]))
  return Buffer.concat(Array.from({ length: side }, (_, y) => drawn.get(moduleAt(y))!))
}

/** The picture of noise of a size: where its symbol lies is where every symbol of the size does. */
function layoutFor(size: number, side: number): Layout {
  return layoutOf(readPng(qrPng(noise(size, 0.5, seeded(size)), side)), size)
}

const shows = (symbol: QrSymbol, side: number, layout: Layout): boolean => {
  const picture = readPng(qrPng(symbol, side))
  return picture.lines.equals(linesOf(symbol, picture.side, layout))
}

test.each([1, 37, 120, 250, 600, 1000])(
  'a picture of at least %i pixels shows exactly the modules of symbols of every size',
  (side) => {
    const random = seeded(side)
    for (const size of sizesFor(side)) {
      const layout = layoutFor(size, side)
      const symbols = [
        ...[0.02, 0.3, 0.5, 0.7, 0.98].map((dark) => noise(size, dark, random)),
        fill(size, () => false),
        fill(size, () => true),
        fill(size, (x, y) => (x + y) % 2 === 0),
        fill(size, (x) => x % 9 === 0),
        fill(size, (_x, y) => y % 2 === 0),
      ]
      const wrong = symbols.flatMap((symbol, index) => (shows(symbol, side, layout) ? [] : [{ size, index }]))
      expect(wrong).toEqual([])
    }
  },
)

test.each([1, 37, 120, 250, 500, 600, 602, 650, 1000])(
  'a picture of at least %i pixels is 1-bit grey with an even quiet zone of 4-4.5 modules',
  (side) => {
    for (const size of sizesFor(side)) {
      const picture = readPng(qrPng(noise(size, 0.5, seeded(size)), side))
      const { scale, margin } = layoutOf(picture, size)
      const last = picture.side - 1 - margin
      expect([picture.depth, picture.colour_type]).toEqual([1, 0])
      expect(picture.side).toBeGreaterThanOrEqual(side)
      expect(Number.isInteger(scale)).toBe(true)
      expect([margin / scale >= 4, margin / scale <= 4.5]).toEqual([true, true])
      // The corners are dark, and the next pixel outwards is white.
      expect([margin, last].map((at) => [picture.dark(margin, at), picture.dark(last, at)])).toEqual([
        [true, true],
        [true, true],
      ])
      expect([picture.dark(margin - 1, margin), picture.dark(last + 1, last)]).toEqual([false, false])
      // At most one byte a module more than the side needs.
      expect((scale - 8) * (size + 8)).toBeLessThan(side)
    }
  },
)

test('another reader of PNGs sees the same pixels', async () => {
  for (const size of [21, 25, 29, 33, 57, 77]) {
    for (const side of [120, 600]) {
      const png = qrPng(noise(size, 0.5, seeded(size)), side)
      const picture = readPng(png)
      const { data, info } = await sharp(png, { failOn: 'warning' })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([picture.side, picture.side])
      const wrong = data.findIndex((value, at) => {
        const pixel = Math.floor(at / info.channels)
        return value !== (picture.dark(pixel % info.width, Math.floor(pixel / info.width)) ? 0 : 255)
      })
      expect(wrong).toBe(-1)
    }
  }
})

test('a picture is the same to the byte in another process and whatever was drawn before', () => {
  const texts = [
    'HTTPS://TVARIT.EXAMPLE/S/7KQ4FM2XWPWABCDE',
    `HTTPS://TVARIT.EXAMPLE/S/${'Z'.repeat(40)}`,
    'HTTPS://TVARIT.EXAMPLE/S/1111111111111111',
  ]
  const here = texts.map((text) => {
    for (const other of [...texts, newCodes().token]) qrImage(other)
    return qrImage(text).toString('base64')
  })
  const inProcess = texts.map((text) =>
    runFresh(`import { qrImage } from '${fileUrl('shared/domain/qr/qr-image.ts')}'
      console.log(qrImage('${text}').toString('base64'))`),
  )
  expect(here).toEqual(inProcess)
})

/** The symbols another encoder makes of a text, one for each mask. */
function otherSymbols(text: string): QrSymbol[] {
  const mode = /^[0-9A-Z $%*+./:-]*$/.test(text) ? 'alphanumeric' : 'byte'
  const data = mode === 'byte' ? [{ data: Buffer.from(text), mode } as const] : [{ data: text, mode } as const]
  return ([0, 1, 2, 3, 4, 5, 6, 7] as const).map((maskPattern) => {
    const { modules } = qrcode.create(data, { errorCorrectionLevel: 'Q', maskPattern })
    return { size: modules.size, modules: modules.data }
  })
}

function isLikeOther(text: string): boolean {
  const { size, modules } = qrSymbol(text)
  return otherSymbols(text).some((other) => other.size === size && Buffer.from(other.modules).equals(modules))
}

test('a symbol equals another encoder’s, with error correction Q and one of eight masks', () => {
  const urls = HOSTS.flatMap((PUBLIC_URL) =>
    Array.from({ length: 120 }, () => scanUrl({ PUBLIC_URL }, newCodes().token)),
  )
  expect(urls.filter((url) => !isLikeOther(url))).toEqual([])
})

/** Addresses that fill each version, in either mode. */
const texts = (['A', 'a'] as const).flatMap((letter) =>
  Array.from({ length: 56 }, (_, index) => `HTTPS://${letter.repeat(3 + 3 * index)}.IN/S/7KQ4FM2XWP`),
)

test('symbols of versions 2 to 12 and above, in either letter case, equal another encoder’s', () => {
  const sizes = new Set([...texts, 'T.IN'].map((text) => qrSymbol(text).size))
  expect([...sizes].sort((a, b) => a - b).slice(0, 12)).toEqual(SIZES.slice(0, 12))
  expect([...texts, 'T.IN'].filter((text) => !isLikeOther(text))).toEqual([])
})

test('a scanner reads exactly the text in symbols of every size, in print and on a screen', () => {
  const urls = HOSTS.flatMap((PUBLIC_URL) =>
    Array.from({ length: 25 }, () => scanUrl({ PUBLIC_URL }, newCodes().token)),
  )
  const prints = [...urls, ...texts.filter((_, index) => index % 5 === 0)]
  const all = [...prints, ...urls]
  const images = all.map((text, index) => (index < prints.length ? qrImage(text) : qrImage(text, 120)))
  expect(scanAll(images)).toEqual(all.map((text) => [text]))
})

test('addresses take the alphanumeric mode: 29 modules for 20 letters, not 37', () => {
  const url = scanUrl({ PUBLIC_URL: 'https://tvarit-india.example' }, newCodes().token)
  expect([qrSymbol(url).size, qrSymbol(url.toLowerCase()).size]).toEqual([29, 37])
})
