// Wording shared by the server (which renders the first view) and by the page's own script (which keeps it true).

/**
 * Fills `{slots}` of a text. A slot without a value stays visible, which is easier to notice than a gap.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (slot, name) => (values[name] === undefined ? slot : String(values[name])))
}

export { indianMinute as clockTime } from '@tvarit/shared/contracts/indian-time'

/**
 * What to say about a radius in metres: two figures, no false precision.
 * @param {{metres: string, kilometres: string}} texts
 * @param {number} accuracy
 */
export function distanceText(texts, accuracy) {
  const metres = Number(Math.max(accuracy, 1).toPrecision(2))
  if (metres < 1000) return fill(texts.metres, { n: Math.ceil(metres) })
  return fill(texts.kilometres, { n: metres / 1000 })
}

/**
 * `KA01AB1234` as it stands on the plate: `KA 01 AB 1234`.
 * @param {string} number
 */
export function plateText(number) {
  return number.replace(/^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/, (_all, ...groups) =>
    groups.slice(0, 4).filter(Boolean).join(' '),
  )
}
