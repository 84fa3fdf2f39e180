import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { ZipFile } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/zip-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileUrl, runFresh } from '../harness/fresh-process.ts'
import { seeded } from '../harness/seeded.ts'
import { unzip } from '../harness/unzip.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-zip-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const TIME = new Date('2026-03-01T18:30:07.900Z')
const MEGABYTE = 1 << 20

/** Bytes without a pattern. */
function noise(count: number, seed = 1): Buffer {
  const random = seeded(seed)
  return Buffer.from(Uint8Array.from({ length: count }, () => random() * 256))
}

/** A ZIP with what `fill` puts into it, and the size it was said to have. */
function zipOf(fill: (zip: ZipFile) => void, time = TIME): { bytes: Buffer; told: number } {
  const file = path.join(folder, 'made.zip')
  const fd = fs.openSync(file, 'w')
  try {
    const zip = new ZipFile(fd, time)
    fill(zip)
    const told = zip.end()
    return { bytes: fs.readFileSync(file), told }
  } finally {
    fs.closeSync(fd)
  }
}

/** What the header of an entry and its line in the directory have in common (APPNOTE.TXT 4.3.7 and 4.3.12). */
const describe = (zip: Buffer, at: number) => ({
  version: zip.readUInt16LE(at),
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
    const name = zip.toString('utf8', at + 30, at + 30 + header.name_length)
    entries.push({ name, offset: at, header })
    at += 30 + header.name_length + header.extra_length + header.packed
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
  const told = [end.readUInt16LE(8), end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  expect([end.readUInt32LE(0), end.length, ...told]).toEqual([
    0x06054b50,
    22,
    entries.length,
    entries.length,
    at - start,
    start,
  ])
  return { entries, directory }
}

const CONTENTS: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  byte: Buffer.from('x'),
  text: Buffer.from('serial_number,coupon_code,url\r\n'.repeat(900)),
  noise: noise(40_000),
  'just under a chunk': noise(MEGABYTE - 1, 2),
  'a chunk': noise(MEGABYTE, 3),
  'more than a chunk': noise(MEGABYTE + 1, 4),
  'several chunks': noise(3 * MEGABYTE + 77, 5),
}
const NAMES = Object.keys(CONTENTS)

/** Pieces of changing sizes, empty ones among them, and at the end larger ones than a chunk. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  const sizes = [0, 1, 100, 4096, 70_000, 0, MEGABYTE + 5]
  for (let at = 0, index = 0; at < content.length; index++) {
    const size = sizes[Math.min(index, sizes.length - 1)]!
    yield content.subarray(at, at + size)
    at += size
  }
}

function addAll(zip: ZipFile): void {
  for (const name of NAMES) {
    const content = CONTENTS[name]!
    zip.add(`stored/${name}`, content)
    zip.add(`compressed/${name}`, content, true)
    zip.addPieces(`in pieces/${name}`, (write) => {
      for (const piece of piecesOf(content)) write(piece)
    })
  }
}

test('entries stored, compressed and written in pieces come back byte for byte, in their order', () => {
  const files = unzip(zipOf(addAll).bytes)
  expect([...files.keys()]).toEqual(
    NAMES.flatMap((name) => [`stored/${name}`, `compressed/${name}`, `in pieces/${name}`]),
  )
  const wrong = [...files].filter(([name, content]) => !content.equals(CONTENTS[name.split('/')[1]!]!))
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('sizes and sums stand in front of each entry and are those of the directory: a stream can be read', () => {
  const { bytes, told } = zipOf(addAll)
  expect(told).toBe(bytes.length)
  const { entries, directory } = walk(bytes)
  expect(entries).toHaveLength(3 * NAMES.length)
  expect(directory).toEqual(entries)
  for (const { name, header } of entries) {
    const content = CONTENTS[name.split('/')[1]!]!
    const [size, crc] = [content.length, crc32(content)]
    expect(header).toMatchObject({ size, crc, method: name.startsWith('compressed') ? 8 : 0, extra_length: 0 })
    // Bit 3 says that the sizes come later.
    expect([name, header.flags & 8]).toEqual([name, 0])
    if (header.method === 0) expect(header.packed).toBe(size)
  }
})

test('what is compressed is smaller', () => {
  const { entries } = walk(zipOf((zip) => zip.add('text', CONTENTS.text!, true)).bytes)
  expect(entries[0]!.header.packed).toBeLessThan(CONTENTS.text!.length / 20)
})

test('names keep letters of all alphabets, as flagged', () => {
  const { bytes } = zipOf((zip) => zip.add('qr/त्वरित é.png', CONTENTS.byte!))
  expect([...unzip(bytes).keys()]).toEqual(['qr/त्वरित é.png'])
  expect(walk(bytes).entries[0]!.header.flags & 0x0800).toBe(0x0800)
})

test.each([
  ['2026-03-01T18:30:07.900Z', [2026, 3, 2, 0, 0, 6]],
  ['2026-12-31T18:29:59Z', [2026, 12, 31, 23, 59, 58]],
  ['2099-02-28T06:35:00Z', [2099, 2, 28, 12, 5, 0]],
])('an entry of %s has the time of India', (time, expected) => {
  const { bytes } = zipOf((zip) => zip.add('x', CONTENTS.byte!), new Date(time))
  const { day, clock } = walk(bytes).entries[0]!.header
  const date = [(day >> 9) + 1980, (day >> 5) & 15, day & 31]
  expect([...date, clock >> 11, (clock >> 5) & 63, (clock & 31) * 2]).toEqual(expected)
})

test('5,003 entries of any size come back', () => {
  const contents = Array.from({ length: 5_003 }, (_, index) => noise(index % 1500, index))
  const { bytes } = zipOf((zip) => {
    for (const [index, content] of contents.entries()) zip.add(`qr/${index}.png`, content)
  })
  const files = unzip(bytes)
  expect(files.size).toBe(5_003)
  expect(contents.findIndex((content, index) => !files.get(`qr/${index}.png`)!.equals(content))).toBe(-1)
  expect(walk(bytes).entries).toHaveLength(5_003)
})

test('a ZIP without entries is one', () => {
  const { bytes, told } = zipOf(() => {})
  expect([unzip(bytes).size, told]).toEqual([0, 22])
})

test('unpackers make files everybody can read, not folders or programs', () => {
  const { bytes } = zipOf((zip) => zip.add('x', CONTENTS.byte!))
  const line = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  expect([bytes[line + 5], (bytes.readUInt32LE(line + 38) >>> 16).toString(8)]).toEqual([3, '100644'])
})

test('the same entries at the same time are the same bytes, at another time they are not', () => {
  const { bytes } = zipOf(addAll)
  expect(zipOf(addAll).bytes.equals(bytes)).toBe(true)
  expect(zipOf(addAll, new Date(TIME.getTime() + 2_000)).bytes.equals(bytes)).toBe(false)
})

test('a disk that is full is an error', () => {
  const fd = fs.openSync('/dev/full', 'w')
  try {
    const zip = new ZipFile(fd, TIME)
    zip.add('x', CONTENTS.byte!)
    expect(() => zip.end()).toThrow('ENOSPC')
  } finally {
    fs.closeSync(fd)
  }
})

/** What becomes of a ZIP with 100 KB in it where no file may have more than `largest_file_kb`. */
const writeWithin = (largest_file_kb: number, add: string): string =>
  runFresh(
    `import fs from 'node:fs'
    import { ZipFile } from '${fileUrl('shared/domain/stickers/bulk-jobs/pack/zip-file.ts')}'
    const file = '${path.join(folder, 'limited.zip')}'
    const zip = new ZipFile(fs.openSync(file, 'w'), new Date(0))
    const content = Buffer.alloc(102_400, 'x')
    let outcome = 'written'
    try {
      ${add}
      zip.end()
    } catch (error) {
      outcome = error.code
    }
    console.log(outcome, fs.statSync(file).size)`,
    { largest_file_kb },
  )

test.each([
  ['a file', `zip.add('x', content)`],
  ['pieces', `zip.addPieces('x', (write) => write(content))`],
  ['more than a chunk', `for (let i = 0; i < 12; i++) zip.add('x' + i, content)`],
])('a disk that takes only a part of %s is an error, not a ZIP that ends in the middle', (_what, add) => {
  expect(writeWithin(64, add)).toBe('EFBIG 65536')
  expect(writeWithin(2_000, add)).toMatch(/^written \d+$/)
})
