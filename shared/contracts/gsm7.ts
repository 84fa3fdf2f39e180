// The alphabet of SMS (3GPP TS 23.038): with it a segment holds 160 characters instead of 70.

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('\f^{}\\[~]|€')
const LOOKALIKES: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '−': '-',
  '…': '...',
  '₹': 'Rs',
  '×': 'x',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
}

const fitsGsm7 = (symbol: string): boolean => BASIC.has(symbol) || EXTENDED.has(symbol)

/** True when the whole text can be sent in the GSM 7-bit alphabet (160 characters a segment instead of 70). */
export const isGsm7 = (text: string): boolean => Array.from(text).every(fitsGsm7)

/**
 * Rewrites `text` in the GSM 7-bit alphabet: look-alikes and accents are replaced, symbols without a counterpart are
 * dropped. A text with letters that have none (Devanagari, say) becomes `fallback`, as half a name misleads.
 */
export function toGsm7(text: string, fallback = '?'): string {
  let plain = ''
  for (const symbol of text.normalize('NFC')) {
    if (fitsGsm7(symbol)) plain += symbol
    else if (LOOKALIKES[symbol] !== undefined) plain += LOOKALIKES[symbol]
    else if (/\s/u.test(symbol)) plain += ' '
    else {
      const bare = symbol.normalize('NFKD').replace(/\p{M}/gu, '')
      if (bare && isGsm7(bare)) plain += bare
      else if (/[\p{L}\p{N}]/u.test(symbol)) return fallback
    }
  }
  return plain
}

/** Segments an operator charges and sends for `text`: 160/153 septets in GSM-7, otherwise 70/67 UTF-16 units. */
export function segments(text: string): number {
  if (!isGsm7(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const sizes = Array.from(text, (symbol) => (EXTENDED.has(symbol) ? 2 : 1))
  if (sizes.reduce((sum, size) => sum + size, 0) <= 160) return 1
  // An escaped symbol is never split between two segments.
  let count = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > 153) {
      count += 1
      used = 0
    }
    used += size
  }
  return count
}
