import { LONGEST, SHORTEST } from './deflate-codes.ts'
import { QUIET_ZONE, type QrSymbol } from './symbol.ts'

/** How a symbol lies in a picture whose modules are whole bytes. */
export interface ByteGrid {
  /** Modules of a side of the symbol. */
  size: number
  /** Bytes a module is wide. */
  width: number
  /** Lines a module is high: eight times its width, as a byte is eight pixels. */
  height: number
  /** Bytes of white on either side; eight times as many lines of white above and below. */
  margin: number
  /** Bytes of a line, with its filter byte. */
  line: number
}

/** Where a match can copy from: one byte back, so many modules back, one line back. */
const MODULES_BACK = 8
export const ONE_BYTE = 0
export const ONE_LINE = MODULES_BACK + 1
export const SOURCES = MODULES_BACK + 2

/** How far back a source lies, in bytes. */
export const bytesBack = (source: number, grid: ByteGrid): number =>
  source === ONE_BYTE ? 1 : source === ONE_LINE ? grid.line : source * grid.width

// A token is a literal byte (0 to 255), or (source + 1) * 512 + length for a match.
export const isMatch = (token: number): boolean => token >= 512
export const sourceOf = (token: number): number => (token >> 9) - 1
export const lengthOf = (token: number): number => token & 511
const match = (source: number, length: number): number => ((source + 1) << 9) | length

const WHITE = 0xff
const BLACK = 0x00
/** No filter. */
const FILTER = 0

/** Bits that tokens cost. */
export interface Prices {
  white: number
  black: number
  /** By length, as far as a row of modules can be long; lengths that no match can have cost NEVER. */
  lengths: Int32Array
  /** By source. */
  sources: Int32Array
}

/** More than any row costs. */
export const NEVER = 1 << 20

/**
 * The lines of a picture as tokens, few and cheap ones: most of it is the line before once more. A row of modules is said
 * from where it first differs from the row above to where it last does, and there the cheapest way is taken (shortest
 * path from right to left). Reuses its memory: the answer is good until the next call.
 */
export class Tokenizer {
  readonly most_tokens: number
  readonly #grid: ByteGrid
  readonly #tokens: Int32Array
  /** Modules of this row and the one above, with the quiet zone to their left. */
  #row: Uint8Array
  #above: Uint8Array
  /** By module: the price from here to the end, the best first step, and how many modules that covers. */
  readonly #price: Int32Array
  readonly #step: Uint8Array
  readonly #covers: Uint8Array
  /** By module and source. */
  readonly #same: Uint8Array
  #count = 0
  /** Bytes still to say that are the line before once more. */
  #again = 0

  constructor(grid: ByteGrid) {
    const { size, width, height, line } = grid
    this.#grid = grid
    this.most_tokens = Math.ceil(64 + (size + 2) * (size * width + (height * line) / LONGEST + 2))
    this.#tokens = new Int32Array(this.most_tokens)
    this.#row = new Uint8Array(QUIET_ZONE + size)
    this.#above = new Uint8Array(QUIET_ZONE + size)
    this.#price = new Int32Array(size + 1)
    this.#step = new Uint8Array(size)
    this.#covers = new Uint8Array(size)
    this.#same = new Uint8Array((size + 1) * SOURCES)
  }

  tokens({ modules }: QrSymbol, prices: Prices): Int32Array {
    const { size, width, height, margin, line } = this.#grid
    this.#count = 0
    this.#literal(FILTER)
    this.#literal(WHITE)
    this.#match(ONE_BYTE, line - 2)
    this.#again = (margin * 8 - 1) * line
    this.#row.fill(0)
    // The row below the last one is white, like the one above the first.
    for (let y = 0; y <= size; y++) {
      const last = y === size
      const above = this.#row
      const row = (this.#row = this.#above)
      this.#above = above
      if (last) row.fill(0)
      else for (let x = 0; x < size; x++) row[QUIET_ZONE + x] = modules[y * size + x]!
      let from = 0
      while (from < size && row[QUIET_ZONE + from] === above[QUIET_ZONE + from]) from++
      let to = size
      while (to > from && row[QUIET_ZONE + to - 1] === above[QUIET_ZONE + to - 1]) to--
      this.#again += 1 + margin + from * width
      if (from < to) {
        this.#sayAgain()
        this.#findPath(from, to, prices)
        this.#sayModules(from, to)
      }
      this.#again += (size - to) * width + margin + ((last ? margin * 8 : height) - 1) * line
    }
    this.#sayAgain()
    return this.#tokens.subarray(0, this.#count)
  }

  #literal(byte: number): void {
    this.#tokens[this.#count++] = byte
  }

  #match(source: number, total: number): void {
    for (let left = total; left > 0;) {
      const rest = left - LONGEST
      const length = rest <= 0 ? left : rest < SHORTEST ? left - SHORTEST : LONGEST
      this.#tokens[this.#count++] = match(source, length)
      left -= length
    }
  }

  #sayAgain(): void {
    this.#match(ONE_LINE, this.#again)
    this.#again = 0
  }

  #sayModules(from: number, to: number): void {
    for (let x = from; x < to; x += this.#covers[x]!) {
      const step = this.#step[x]!
      const bytes = this.#covers[x]! * this.#grid.width
      if (step > ONE_BYTE && step < SOURCES) {
        this.#match(step, bytes)
        continue
      }
      const byte = this.#row[QUIET_ZONE + x] === 1 ? BLACK : WHITE
      this.#literal(byte)
      if (step === ONE_BYTE) this.#match(ONE_BYTE, bytes - 1)
      else for (let i = 1; i < bytes; i++) this.#literal(byte)
    }
  }

  /** The cheapest steps through the modules `from` to `to` of the row. Private fields are slow: hence the locals. */
  #findPath(from: number, to: number, prices: Prices): void {
    const { width } = this.#grid
    const { lengths, sources } = prices
    const [row, same, price, steps, covers] = [this.#row, this.#same, this.#price, this.#step, this.#covers]
    const fewest = Math.ceil(SHORTEST / width)
    for (let source = ONE_BYTE; source < SOURCES; source++) this.#compare(source, from, to)
    price[to] = 0
    for (let x = to - 1; x >= from; x--) {
      const literal = row[QUIET_ZONE + x] === 1 ? prices.black : prices.white
      let best = width * literal + price[x + 1]!
      let step = SOURCES
      let covered = 1
      // A run: its first byte is a literal.
      const run = same[(x + 1) * SOURCES + ONE_BYTE]! + 1
      if (run >= fewest) {
        const total = literal + lengths[run * width - 1]! + sources[ONE_BYTE]! + price[x + run]!
        if (total < best) {
          best = total
          step = ONE_BYTE
          covered = run
        }
      }
      for (let source = 1, at = x * SOURCES + 1; source < SOURCES; source++, at++) {
        const count = same[at]!
        if (count < fewest) continue
        const total = lengths[count * width]! + sources[source]! + price[x + count]!
        if (total < best) {
          best = total
          step = source
          covered = count
        }
      }
      price[x] = best
      steps[x] = step
      covers[x] = covered
    }
  }

  /** Notes for each module how many from it on, up to `to`, are the same at the source (for a run: the module before). */
  #compare(source: number, from: number, to: number): void {
    const [row, same] = [this.#row, this.#same]
    const other = source === ONE_LINE ? this.#above : row
    const back = source === ONE_LINE ? 0 : source || 1
    // Further left than the quiet zone there is another line.
    const first = Math.max(from, back - QUIET_ZONE)
    same[to * SOURCES + source] = 0
    for (let x = from; x < first; x++) same[x * SOURCES + source] = 0
    for (let x = to - 1, count = 0; x >= first; x--) {
      const at = QUIET_ZONE + x
      // Without a branch, which no processor could foresee: twice as fast.
      count = (count + 1) * (1 ^ row[at]! ^ other[at - back]!)
      same[x * SOURCES + source] = count
    }
  }
}
