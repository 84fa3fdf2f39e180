import fs from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = fs.readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
// Its own loader would ask a delivery network.
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } })

/** What the second scanner reads in an image: the texts of its QR codes. */
export const scanWithZxing = async (image: Buffer): Promise<string[]> =>
  (await readBarcodes(new Uint8Array(image), { formats: ['QRCode'], tryHarder: true })).map(({ text }) => text)
