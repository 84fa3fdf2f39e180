import { BitWriter } from './bit-writer.ts'
import {
  type Bits,
  blockHeader,
  distanceSymbol,
  END_OF_BLOCK,
  huffmanCode,
  LENGTH_SYMBOLS,
  LONGEST,
  putBits,
  SHORTEST,
  SYMBOLS,
  type HuffmanCode,
} from './deflate-codes.ts'
import type { QrSymbol } from './symbol.ts'
import {
  bytesBack,
  type ByteGrid,
  isMatch,
  lengthOf,
  NEVER,
  type Prices,
  SOURCES,
  sourceOf,
  Tokenizer,
} from './tokens.ts'

/**
 * A zlib stream (RFC 1950, 1951) of the lines of a symbol, each a filter byte of 0 and a bit for each pixel, 1 for white.
 * General compressors search each of its fifty thousand bytes for what repeats; here that is known beforehand. Less
 * than half the time of zlib's level 6 for 6 % more bytes (docs/benchmarks.md). Reuses its memory: the answer
 * is good until the next call.
 */
export function deflateModules(symbol: QrSymbol, grid: ByteGrid): Buffer {
  const { header, literals, lengths, distances, tokenizer, prices, out } = coderFor(grid)
  const tokens = tokenizer.tokens(symbol, prices)
  out.position = 0
  for (const part of header) putBits(out, part)
  for (const token of tokens) {
    if (isMatch(token)) {
      putBits(out, lengths[lengthOf(token)]!)
      putBits(out, distances[sourceOf(token)]!)
    } else out.put(literals.codes[token]!, literals.lengths[token]!)
  }
  out.put(literals.codes[END_OF_BLOCK]!, literals.lengths[END_OF_BLOCK]!)
  out.align()
  const end = out.bytes.writeUInt32BE(adler32(symbol, grid), out.position)
  return out.bytes.subarray(0, end)
}

/** How pictures of one shape are written. */
interface Coder {
  /** The beginning of every stream. */
  header: readonly Bits[]
  literals: HuffmanCode
  /** By match length: its symbol's code with the extra bits. */
  lengths: readonly Bits[]
  /** By source. */
  distances: readonly Bits[]
  tokenizer: Tokenizer
  prices: Prices
  out: BitWriter
}

const coders = new Map<string, Coder>()

/**
 * One coder for all pictures of a shape, learnt from noise: a picture is the same to the byte wherever and in whatever
 * company it is drawn.
 */
function coderFor(grid: ByteGrid): Coder {
  const shape = `${grid.size}/${grid.width}/${grid.margin}`
  let coder = coders.get(shape)
  if (!coder) coders.set(shape, (coder = learnCoder(grid)))
  return coder
}

/** What is cheap depends on the codes, and the codes on what is used: three rounds settle it. */
function learnCoder(grid: ByteGrid): Coder {
  const { size } = grid
  const tokenizer = new Tokenizer(grid)
  const sample = noise(size * size * SAMPLES)
  let coder: Coder | null = null
  for (let round = 0; round < 3; round++) {
    const literals = Array.from({ length: SYMBOLS }, () => 0)
    const distances: number[] = []
    // Whatever can occur needs a code, also when the sample has none of it.
    for (const byte of [0x00, 0xff]) literals[byte] = RARE
    literals.fill(RARE, END_OF_BLOCK)
    for (let source = 0; source < SOURCES; source++) distances[distanceSymbol(bytesBack(source, grid)).symbol] = RARE
    for (let at = 0; at < sample.length; at += size * size) {
      const modules = sample.subarray(at, at + size * size)
      for (const token of tokenizer.tokens({ size, modules }, coder?.prices ?? firstPrices(grid))) {
        if (isMatch(token)) {
          literals[LENGTH_SYMBOLS[lengthOf(token)]!.symbol]!++
          distances[distanceSymbol(bytesBack(sourceOf(token), grid)).symbol]!++
        } else literals[token]!++
      }
      literals[END_OF_BLOCK]!++
    }
    coder = coderFrom(
      grid,
      tokenizer,
      huffmanCode(literals, 15),
      huffmanCode(
        Array.from(distances, (n) => n ?? 0),
        15,
      ),
    )
  }
  return coder!
}

const SAMPLES = 8
/** Counts may be fractions: what merely can occur must not lengthen the codes of what does. */
const RARE = 1e-6
const firstPrices = (grid: ByteGrid): Prices => ({
  white: 2,
  black: 2,
  lengths: lengthPrices(grid, () => 4),
  sources: new Int32Array(SOURCES).fill(3),
})

const lengthPrices = ({ size, width }: ByteGrid, price: (length: number) => number): Int32Array =>
  Int32Array.from({ length: Math.max(LONGEST, size * width) + 1 }, (_, length) =>
    length < SHORTEST || length > LONGEST ? NEVER : price(length),
  )

function coderFrom(grid: ByteGrid, tokenizer: Tokenizer, literals: HuffmanCode, distances: HuffmanCode): Coder {
  const coded = ({ codes, lengths }: HuffmanCode, { symbol, extra }: { symbol: number; extra: Bits }): Bits => ({
    value: codes[symbol]! | (extra.value << lengths[symbol]!),
    bits: lengths[symbol]! + extra.bits,
  })
  const byLength = LENGTH_SYMBOLS.map((length) => coded(literals, length))
  const bySource = Array.from({ length: SOURCES }, (_, source) =>
    coded(distances, distanceSymbol(bytesBack(source, grid))),
  )
  return {
    header: [{ value: ZLIB_HEADER, bits: 16 }, ...blockHeader(literals, distances)],
    literals,
    lengths: byLength,
    distances: bySource,
    tokenizer,
    prices: {
      white: literals.lengths[0xff]!,
      black: literals.lengths[0x00]!,
      lengths: lengthPrices(grid, (length) => byLength[length]!.bits),
      sources: Int32Array.from(bySource, ({ bits }) => bits),
    },
    // A token has at most 15 + 5 + 15 + 13 bits.
    out: new BitWriter(1024 + tokenizer.most_tokens * 6),
  }
}

/** Method 8, window of 32 KB, and the check bits that make 0x7801 a multiple of 31; low byte first. */
const ZLIB_HEADER = 0x0178

/** Zeros and ones without a pattern, always the same (xorshift32, Marsaglia 2003). */
function noise(count: number): Uint8Array {
  let state = 0x2545f491
  return Uint8Array.from({ length: count }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 1
  })
}

const BASE = 65_521

/** Adler-32 (RFC 1950, 8.2) of all lines. A line again adds its sums again: no need to look at its bytes. */
function adler32({ size, modules }: QrSymbol, { width, height, margin, line }: ByteGrid): number {
  // A white line: its filter byte is 0, the others 255; the second sum counts a byte once for each byte from it on.
  const white = { sum: 255 * (line - 1), weighted: (255 * (line - 1) * line) / 2 }
  let a = 1
  let b = 0
  /** `times` lines of these sums. */
  const add = (sum: number, weighted: number, times: number) => {
    b = (b + times * (line * a + weighted) + (line * sum * times * (times - 1)) / 2) % BASE
    a = (a + times * sum) % BASE
  }
  add(white.sum, white.weighted, margin * 8)
  for (let y = 0; y < size; y++) {
    let dark = 0
    let after = 0
    for (let x = 0; x < size; x++) {
      const module = modules[y * size + x]!
      dark += module
      after += module * (line - 1 - margin - x * width)
    }
    const missing = width * after - (dark * width * (width - 1)) / 2
    add(white.sum - 255 * width * dark, white.weighted - 255 * missing, height)
  }
  add(white.sum, white.weighted, margin * 8)
  return ((b << 16) | a) >>> 0
}
