import type { BitWriter } from './bit-writer.ts'

// The parts of deflate (RFC 1951) that do not depend on what is compressed.

/** Lengths of matches. */
export const SHORTEST = 3
export const LONGEST = 258
export const END_OF_BLOCK = 256

/** A code of so many bits, first bit lowest. */
export interface Bits {
  value: number
  bits: number
}

export interface HuffmanCode {
  /** Bits of each symbol's code; 0 for a symbol without one. */
  lengths: Uint8Array
  codes: Uint16Array
}

/**
 * The code for symbols that occur `counts[symbol]` times (any positive number; 0: never, no code), none longer than
 * `longest` bits. Rare symbols count as a little less rare than they are: a code gets too long only when counts grow like
 * the Fibonacci numbers (Katona and Nemetz, 1976).
 */
export function huffmanCode(counts: readonly number[], longest: number): HuffmanCode {
  const lengths = codeLengths(counts, longest)
  const perLength = new Uint16Array(longest + 1)
  for (const length of lengths) if (length > 0) perLength[length]!++
  // RFC 1951, 3.2.2
  const next = new Uint16Array(longest + 2)
  for (let length = 1; length <= longest; length++) next[length + 1] = (next[length]! + perLength[length]!) << 1
  const codes = Uint16Array.from(lengths, (length) => (length > 0 ? reversed(next[length]!++, length) : 0))
  return { lengths, codes }
}

function codeLengths(counts: readonly number[], longest: number): Uint8Array {
  const rarest = counts.reduce((sum, count) => sum + count, 0) / fibonacci(longest + 1)
  let nodes = counts
    .map((count, symbol) => ({ count: count > 0 ? Math.max(count, rarest) : 0, symbols: [symbol] }))
    .filter(({ count }) => count > 0)
  const lengths = new Uint8Array(counts.length)
  if (nodes.length === 1) lengths[nodes[0]!.symbols[0]!] = 1
  while (nodes.length > 1) {
    nodes.sort((a, b) => a.count - b.count)
    const [first, second, ...rest] = nodes
    const symbols = [...first!.symbols, ...second!.symbols]
    for (const symbol of symbols) lengths[symbol]!++
    nodes = [...rest, { count: first!.count + second!.count, symbols }]
  }
  if (lengths.some((length) => length > longest)) throw new RangeError(`A code is longer than ${longest} bits`)
  return lengths
}

function fibonacci(n: number): number {
  let [a, b] = [1, 1]
  for (let step = 1; step < n; step++) [a, b] = [b, a + b]
  return b
}

function reversed(code: number, length: number): number {
  let result = 0
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit)
  return result
}

/** First length of each of the symbols 257 to 285 (RFC 1951, 3.2.5). */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
export const SYMBOLS = END_OF_BLOCK + 1 + LENGTHS.length

/** The symbol of each match length, and what follows it. */
export const LENGTH_SYMBOLS = Array.from({ length: LONGEST + 1 }, (_, length) => {
  const index = Math.max(
    0,
    LENGTHS.findLastIndex((first) => first <= length),
  )
  const bits = index < 8 || index === LENGTHS.length - 1 ? 0 : (index >> 2) - 1
  return { symbol: END_OF_BLOCK + 1 + index, extra: { value: Math.max(0, length - LENGTHS[index]!), bits } }
})

/** The symbol of a match `bytes` back, and what follows it (RFC 1951, 3.2.5). */
export function distanceSymbol(bytes: number): { symbol: number; extra: Bits } {
  const from = bytes - 1
  if (from < 4) return { symbol: from, extra: { value: 0, bits: 0 } }
  const high = 31 - Math.clz32(from)
  const bits = high - 1
  return { symbol: 2 * high + ((from >> bits) & 1), extra: { value: from & ((1 << bits) - 1), bits } }
}

/** The order in which the lengths of the code for lengths stand (RFC 1951, 3.2.7). */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** The header of a single block with codes of its own (RFC 1951, 3.2.7). */
export function blockHeader(literals: HuffmanCode, distances: HuffmanCode): Bits[] {
  const symbols = packLengths([...literals.lengths, ...distances.lengths])
  const counts = Array.from({ length: 19 }, () => 0)
  for (const { symbol } of symbols) counts[symbol]!++
  const code = huffmanCode(counts, 7)
  const sent = LENGTH_ORDER.findLastIndex((symbol) => code.lengths[symbol]! > 0) + 1
  return [
    { value: 0b101, bits: 3 },
    { value: literals.lengths.length - 257, bits: 5 },
    { value: distances.lengths.length - 1, bits: 5 },
    { value: sent - 4, bits: 4 },
    ...LENGTH_ORDER.slice(0, sent).map((symbol) => ({ value: code.lengths[symbol]!, bits: 3 })),
    ...symbols.flatMap(({ symbol, extra }) => [
      { value: code.codes[symbol]!, bits: code.lengths[symbol]! },
      ...(extra ? [extra] : []),
    ]),
  ]
}

/** Runs of zeros as the symbols 17 (3 to 10) and 18 (11 to 138); every other length stands for itself. */
function packLengths(lengths: number[]): { symbol: number; extra?: Bits }[] {
  const packed: { symbol: number; extra?: Bits }[] = []
  for (let at = 0; at < lengths.length;) {
    let zeros = 0
    while (zeros < 138 && lengths[at + zeros] === 0) zeros++
    if (zeros >= 11) packed.push({ symbol: 18, extra: { value: zeros - 11, bits: 7 } })
    else if (zeros >= 3) packed.push({ symbol: 17, extra: { value: zeros - 3, bits: 3 } })
    else packed.push({ symbol: lengths[at]! })
    at += zeros >= 3 ? zeros : 1
  }
  return packed
}

export const putBits = (out: BitWriter, { value, bits }: Bits): void => out.put(value, bits)
