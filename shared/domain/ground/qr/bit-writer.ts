/** Writes bits into a buffer, filling bytes from the low end as deflate does (RFC 1951, 3.1.1). */
export class BitWriter {
  readonly bytes: Buffer
  /** Where the next whole byte goes. */
  position = 0
  #bits = 0
  #waiting = 0

  constructor(size: number) {
    this.bytes = Buffer.alloc(size)
  }

  /** Appends the low `count` bits of `value`, at most 24. */
  put(value: number, count: number): void {
    this.#bits |= value << this.#waiting
    this.#waiting += count
    while (this.#waiting >= 8) {
      this.bytes[this.position++] = this.#bits
      this.#bits >>>= 8
      this.#waiting -= 8
    }
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#waiting > 0) this.bytes[this.position++] = this.#bits
    this.#bits = 0
    this.#waiting = 0
  }
}
