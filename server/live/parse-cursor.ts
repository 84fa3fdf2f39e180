/** Reads a cursor, a seq in decimal; anything else counts as none and is answered with a snapshot. */
export function parseCursor(text: string | null | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null
}
