import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { packStickers } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-stickers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileUrl, runFresh } from '../harness/fresh-process.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-zip-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const STICKERS = Array.from({ length: 30 }, () => {
  const { serial_number, coupon_code, token } = newCodes()
  return `${serial_number},${coupon_code},${scanUrl({ PUBLIC_URL: 'https://tvarit.example' }, token)}`
}).join('\n')
const inputFor = (file: string, created_at = '2026-03-01T18:30:07.900Z') => ({
  path: path.resolve(folder, file),
  stickers: STICKERS,
  title: 'Tvarit job 7',
  style: 'branded' as const,
  brand: 'Tvarit',
  phone: '1800 000 0000',
  created_at: new Date(created_at),
})

function packed(created_at?: string): Buffer {
  const input = inputFor('made.zip', created_at)
  packStickers(input, () => {})
  return fs.readFileSync(input.path)
}

/** What the header of an entry and its line in the directory have in common (APPNOTE.TXT 4.3.7 and 4.3.12). */
const describe = (zip: Buffer, at: number) => ({
  flags: zip.readUInt16LE(at + 2),
  method: zip.readUInt16LE(at + 4),
  clock: zip.readUInt16LE(at + 6),
  day: zip.readUInt16LE(at + 8),
  crc: zip.readUInt32LE(at + 10),
  packed: zip.readUInt32LE(at + 14),
  size: zip.readUInt32LE(at + 18),
  name_length: zip.readUInt16LE(at + 22),
  extra_length: zip.readUInt16LE(at + 24),
})

/**
 * Every entry from the first byte of a ZIP on, as a reader of a stream does it that has seen no directory; then the
 * directory. Throws at anything between them.
 */
function walk(zip: Buffer) {
  const entries = []
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const header = describe(zip, at + 4)
    const body = at + 30 + header.name_length + header.extra_length
    const content = zip.subarray(body, body + header.packed)
    const name = zip.toString('utf8', at + 30, at + 30 + header.name_length)
    entries.push({ name, offset: at, header, content: header.method === 8 ? inflateRawSync(content) : content })
    at = body + header.packed
  }
  const start = at
  const directory = []
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const header = describe(zip, at + 6)
    const name = zip.toString('utf8', at + 46, at + 46 + header.name_length)
    directory.push({ name, offset: zip.readUInt32LE(at + 42), header })
    at += 46 + header.name_length
  }
  const end = zip.subarray(at)
  const stated = [end.readUInt16LE(8), end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  expect([end.readUInt32LE(0), end.length, ...stated]).toEqual([
    0x06054b50,
    22,
    entries.length,
    entries.length,
    at - start,
    start,
  ])
  return { entries, directory }
}

test('each ZIP entry’s header has the directory’s sizes and sums, so a stream can be read', () => {
  const { entries, directory } = walk(packed())
  expect(entries).toHaveLength(33)
  expect(directory).toEqual(entries.map(({ name, offset, header }) => ({ name, offset, header })))
  for (const { name, header, content } of entries) {
    expect(header).toMatchObject({ size: content.length, crc: crc32(content), extra_length: 0 })
    // Bit 3 says that the sizes come later.
    expect([name, header.flags & 8]).toEqual([name, 0])
  }
})

test('only the manifest is compressed, not images and sheets that already are', () => {
  const { entries } = walk(packed())
  const compressed = entries.filter(({ header }) => header.method === 8)
  expect(compressed.map(({ name }) => name)).toEqual(['manifest.csv'])
  expect(compressed[0]!.header.packed).toBeLessThan(compressed[0]!.header.size * 0.7)
})

test.each([
  ['2026-03-01T18:30:07.900Z', [2026, 3, 2, 0, 0, 6]],
  ['2026-12-31T18:29:59Z', [2026, 12, 31, 23, 59, 58]],
  ['2099-02-28T06:35:00Z', [2099, 2, 28, 12, 5, 0]],
])('the entries of a job of %s have the time of India', (time, expected) => {
  for (const { header } of walk(packed(time)).entries) {
    const { day, clock } = header
    const date = [(day >> 9) + 1980, (day >> 5) & 15, day & 31]
    expect([...date, clock >> 11, (clock >> 5) & 63, (clock & 31) * 2]).toEqual(expected)
  }
})

test('a disk that is full is an error', () => {
  expect(() => packStickers(inputFor('/dev/full'), () => {})).toThrow('ENOSPC')
})

/** What becomes of a ZIP of some 60 KB where no file may have more than `largest_file_kb`. */
const writeWithin = (largest_file_kb: number): string =>
  runFresh(
    `import { packStickers } from '${fileUrl('shared/domain/stickers/bulk-jobs/pack/pack-stickers.ts')}'
    const input = ${JSON.stringify(inputFor('limited.zip'))}
    let outcome = 'written'
    try {
      packStickers({ ...input, created_at: new Date(input.created_at) }, () => {})
    } catch (error) {
      outcome = error.code
    }
    console.log(outcome)`,
    { largest_file_kb },
  )

test('a disk that takes only a part is an error, not a ZIP that ends in the middle', () => {
  expect(packed().length).toBeGreaterThan(33 * 1024)
  expect(writeWithin(32)).toBe('EFBIG')
  expect(writeWithin(2_000)).toBe('written')
})
