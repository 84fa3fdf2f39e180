import { encodeQR } from 'qr'

/** The modules of a QR code without its quiet zone, row by row: 1 is dark. */
export interface QrSymbol {
  size: number
  modules: Uint8Array
}

/** Modules of white around a symbol; scanners need four (ISO/IEC 18004:2024, 9.1). */
export const QUIET_ZONE = 4

/**
 * The QR code of `text`, in the smallest version that holds it. Error correction Q: a quarter may be scratched or
 * dirty. Upper-case text takes the alphanumeric mode on its own.
 */
export function qrSymbol(text: string): QrSymbol {
  // The encoder insists on a border, which is cut off: the caller draws the quiet zone.
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
  const size = rows.length - 2
  const modules = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) {
    const row = rows[y + 1]!
    for (let x = 0; x < size; x++) if (row[x + 1]) modules[y * size + x] = 1
  }
  return { size, modules }
}
