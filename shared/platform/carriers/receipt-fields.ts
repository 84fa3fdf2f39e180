/** A real receipt has under 40. */
const MOST_FIELDS = 100

/** The fields of a receipt's form or query; null when there are more than a real one has. */
export const receiptFields = (text: string): URLSearchParams | null =>
  text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS ? null : new URLSearchParams(text)

/** The texts of a receipt's JSON object; empty for anything else, null when there are more than a real one has. */
export function receiptTexts(body: string): [string, string][] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return []
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return []
  const entries = Object.entries(parsed)
  if (entries.length > MOST_FIELDS) return null
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
