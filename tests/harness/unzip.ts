import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP by name, read from its directory at the end; throws when the ZIP is damaged. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('The ZIP has no end')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory of the ZIP is damaged')
    const [method, crc] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)]
    const packed = zip.readUInt32LE(at + 20)
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const body = zip.subarray(start, start + packed)
    const content = method === 8 ? inflateRawSync(body) : Buffer.from(body)
    if (crc32(content) !== crc || files.has(name)) throw new Error(`${name} in the ZIP is damaged`)
    files.set(name, content)
    at += 46 + nameLength + extra + comment
  }
  return files
}
