import {
  checkCharacter,
  CODE_ALPHABET,
  isCouponCode,
  isSerialNumber,
  isToken,
  normaliseCode,
} from '@tvarit/shared/contracts/codes'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { qrImage, scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { expect, test } from 'vitest'
import { scan, scanAll } from '../harness/zbar.ts'

const SAMPLES = Array.from({ length: 200 }, newCodes)

/** Every code that differs from `code` in one character from `from` on, and every swap of two unequal neighbours. */
function* mistakes(code: string, from: number): Generator<string> {
  for (let place = from; place < code.length; place++) {
    for (const symbol of CODE_ALPHABET) {
      if (symbol !== code[place]) yield code.slice(0, place) + symbol + code.slice(place + 1)
    }
    const [here, next] = [code[place]!, code[place + 1]]
    if (next !== undefined && here !== next) yield code.slice(0, place) + next + here + code.slice(place + 2)
  }
}

test('every code that is made passes its own check', () => {
  for (const { serial_number, coupon_code, token } of SAMPLES) {
    expect([isSerialNumber(serial_number), isCouponCode(coupon_code), isToken(token)]).toEqual([true, true, true])
  }
})

test('no single wrong character and no swap of neighbours passes as a serial number', () => {
  const missed = SAMPLES.flatMap(({ serial_number }) => [...mistakes(serial_number, 1)].filter(isSerialNumber))
  expect(missed).toEqual([])
})

test('no single wrong character and no swap of neighbours passes as a coupon code', () => {
  const missed = SAMPLES.flatMap(({ coupon_code }) => [...mistakes(coupon_code, 0)].filter(isCouponCode))
  expect(missed).toEqual([])
})

test('the check character is the weighted sum of the design', () => {
  // 1x0 + 2x1 + 3x2 = 8, and symbol number 8 of the alphabet is 9.
  expect(checkCharacter('123')).toBe('9')
})

test('codes have no character that is mistaken for another', () => {
  for (const { serial_number, coupon_code, token } of SAMPLES) {
    expect(serial_number + coupon_code + token).not.toMatch(/[0ILOU]/)
  }
  expect(normaliseCode(' s1i-l 2')).toBe('S1112')
})

test('the three codes of a sticker tell nothing about each other and repeat nowhere', () => {
  const all = SAMPLES.flatMap(({ serial_number, coupon_code, token }) => [
    serial_number.slice(1, 9),
    coupon_code.slice(0, 8),
    token.slice(0, 8),
  ])
  expect(new Set(all).size).toBe(all.length)
})

test('every symbol of a token is equally likely', () => {
  const counts = new Map<string, number>()
  const total = 3_000
  for (let n = 0; n < total; n++) {
    for (const symbol of newCodes().token) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  }
  const expected = (total * 16) / CODE_ALPHABET.length
  const chi = [...CODE_ALPHABET].reduce(
    (sum, symbol) => sum + ((counts.get(symbol) ?? 0) - expected) ** 2 / expected,
    0,
  )
  // 30 degrees of freedom: above 80 once in a million runs.
  expect(chi).toBeLessThan(80)
})

const HOST = { PUBLIC_URL: 'https://tvarit.example' }

test('a scanner reads the address in upper case', () => {
  const few = SAMPLES.slice(0, 40)
  const images = few.map(({ token }) => qrImage(scanUrl(HOST, token)))
  expect(scanAll(images)).toEqual(few.map(({ token }) => [`HTTPS://TVARIT.EXAMPLE/S/${token}`]))
})

test('a scanner still reads a QR code with a fifth of it torn off', async () => {
  const { default: sharp } = await import('sharp')
  const text = scanUrl(HOST, newCodes().token)
  const image = sharp(qrImage(text))
  const { width } = await image.metadata()
  // Lower right: the corner without a finder pattern.
  const hole = Math.round(width * 0.3)
  const torn = await image
    .toColourspace('srgb')
    .composite([
      {
        input: { create: { width: hole, height: hole, channels: 3, background: '#fff' } },
        left: width - Math.round(width * 0.11) - hole,
        top: width - Math.round(width * 0.11) - hole,
      },
    ])
    .png()
    .toBuffer()
  expect(scan(torn)).toBe(text)
})

test('the code image of a 20-letter host is 608 pixels, two colours, with a quiet zone of four', async () => {
  const { default: sharp } = await import('sharp')
  const image = qrImage(scanUrl({ PUBLIC_URL: 'https://tvarit-india.example' }, 'A'.repeat(16)))
  // Bit depth and colour type of the PNG header: one bit, grey.
  expect([...image.subarray(24, 26)]).toEqual([1, 0])
  expect(image.length).toBeLessThan(1_000)
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  // Modules are whole bytes of the file: 16 pixels, and 72 of white where four modules are 64.
  expect([info.width, info.height]).toEqual([608, 608])
  const dark = (x: number, y: number) => data[y * info.width * info.channels + x * info.channels]! < 128
  const edge = (608 - 29 * 16) / 2
  expect(edge).toBeGreaterThanOrEqual(4 * 16)
  expect([dark(edge, edge), dark(607 - edge, edge), dark(edge, 607 - edge)]).toEqual([true, true, true])
  const around = Array.from({ length: 608 * 608 }, (_, at) => [at % 608, Math.floor(at / 608)] as const).filter(
    (place) => Math.min(...place) < edge || Math.max(...place) >= 608 - edge,
  )
  expect(around.filter(([x, y]) => dark(x, y))).toEqual([])
})
