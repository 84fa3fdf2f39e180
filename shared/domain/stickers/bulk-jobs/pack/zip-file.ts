import fs from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

const STORED = 0
const DEFLATED = 8
/** Names in UTF-8. */
const FLAGS = 0x0800
const LOCAL_HEADER = 30
const CHUNK = 1 << 20

interface Entry {
  name: Buffer
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/**
 * Writes a ZIP (APPNOTE.TXT 6.3.10, without ZIP64: up to 65,535 entries and 4 GB) to an open file, synchronously: it
 * belongs into a thread of its own. Sizes and checksums stand in front of each entry, also of one that is written
 * piece by piece, so that every reader can take it as a stream. The same entries and time give the same bytes.
 */
export class ZipFile {
  readonly #fd: number
  readonly #time: number
  readonly #entries: Entry[] = []
  readonly #chunk = Buffer.allocUnsafe(CHUNK)
  #filled = 0
  #flushed = 0

  /** `time` is shown by unpackers as local time; here it is that of India. Whole two seconds. */
  constructor(fd: number, time: Date) {
    this.#fd = fd
    this.#time = dosTime(time)
  }

  /** A whole file; `compress` for what is not packed already. */
  add(name: string, content: Buffer, compress = false): void {
    const packed = compress ? deflateRawSync(content) : content
    const entry = this.#begin(name, compress ? DEFLATED : STORED)
    Object.assign(entry, { crc: crc32(content), packed: packed.length, size: content.length })
    this.#write(this.#localHeader(entry))
    this.#write(packed)
  }

  /** A file written piece by piece through `write`; stored as it is. */
  addPieces(name: string, work: (write: (piece: Buffer) => void) => void): void {
    const entry = this.#begin(name, STORED)
    this.#write(this.#localHeader(entry))
    work((piece) => {
      entry.crc = crc32(piece, entry.crc)
      entry.size += piece.length
      this.#write(piece)
    })
    entry.packed = entry.size
    this.#flush()
    writeFully(this.#fd, this.#localHeader(entry), entry.offset)
  }

  /** Writes the directory and returns the size of the ZIP in bytes. The file stays open. */
  end(): number {
    const start = this.#position
    for (const entry of this.#entries) this.#write(this.#directoryEntry(entry))
    const size = this.#position - start
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(size, 12)
    end.writeUInt32LE(start, 16)
    this.#write(end)
    this.#flush()
    return this.#position
  }

  get #position(): number {
    return this.#flushed + this.#filled
  }

  #begin(name: string, method: number): Entry {
    const entry = { name: Buffer.from(name), method, crc: 0, packed: 0, size: 0, offset: this.#position }
    this.#entries.push(entry)
    return entry
  }

  #localHeader({ name, ...entry }: Entry): Buffer {
    const header = Buffer.alloc(LOCAL_HEADER + name.length)
    header.writeUInt32LE(0x04034b50, 0)
    this.#describe(header, 4, name, entry)
    name.copy(header, LOCAL_HEADER)
    return header
  }

  #directoryEntry({ name, ...entry }: Entry): Buffer {
    const header = Buffer.alloc(46 + name.length)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(0x031e, 4) // made on Unix, version 3.0
    this.#describe(header, 6, name, entry)
    header.writeUInt32LE((0o100644 << 16) >>> 0, 38)
    header.writeUInt32LE(entry.offset, 42)
    name.copy(header, 46)
    return header
  }

  /** What the header of an entry and its line in the directory have in common. */
  #describe(header: Buffer, at: number, name: Buffer, { method, crc, packed, size }: Omit<Entry, 'name'>): void {
    header.writeUInt16LE(20, at)
    header.writeUInt16LE(FLAGS, at + 2)
    header.writeUInt16LE(method, at + 4)
    header.writeUInt32LE(this.#time, at + 6)
    header.writeUInt32LE(crc, at + 10)
    header.writeUInt32LE(packed, at + 14)
    header.writeUInt32LE(size, at + 18)
    header.writeUInt16LE(name.length, at + 22)
  }

  #write(bytes: Buffer): void {
    if (this.#filled + bytes.length > CHUNK) this.#flush()
    if (bytes.length > CHUNK) {
      writeFully(this.#fd, bytes, this.#flushed)
      this.#flushed += bytes.length
      return
    }
    bytes.copy(this.#chunk, this.#filled)
    this.#filled += bytes.length
  }

  #flush(): void {
    writeFully(this.#fd, this.#chunk.subarray(0, this.#filled), this.#flushed)
    this.#flushed += this.#filled
    this.#filled = 0
  }
}

/** A disk that is nearly full writes less than asked before it refuses. */
function writeFully(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done)
  }
}

/** Date and time as MS-DOS had them, the date in the upper half. */
function dosTime(time: Date): number {
  const india = new Date(time.getTime() + 5.5 * 3_600_000)
  const day = ((india.getUTCFullYear() - 1980) << 9) | ((india.getUTCMonth() + 1) << 5) | india.getUTCDate()
  const clock = (india.getUTCHours() << 11) | (india.getUTCMinutes() << 5) | (india.getUTCSeconds() >> 1)
  return ((day << 16) | clock) >>> 0
}
