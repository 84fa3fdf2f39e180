/** Collects ASCII text as bytes, growing as needed: pages of a hundred thousand short pieces, most of them numbers. */
export class TextWriter {
  #bytes = Buffer.allocUnsafe(1 << 16)
  #length = 0

  text(text: string): void {
    this.#room(text.length)
    if (text.length < 16) {
      for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i)
    } else this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  /** A whole number from 0 to 999 and a space. */
  number(value: number): void {
    this.#room(4)
    if (value >= 100) this.#bytes[this.#length++] = 48 + Math.floor(value / 100)
    if (value >= 10) this.#bytes[this.#length++] = 48 + (Math.floor(value / 10) % 10)
    this.#bytes[this.#length++] = 48 + (value % 10)
    this.#bytes[this.#length++] = 32
  }

  /** Everything so far; good until the next piece. Begins anew. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + count))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
