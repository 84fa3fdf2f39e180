// Wording shared by the server (which renders the first view) and by the page's own script (which keeps it true).
import { fill } from '@tvarit/shared/contracts/fill'

/** States of an ambulance in which the scene still waits for it. */
export const COMING: readonly string[] = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

export { fill }
export { indianMinute as clockTime } from '@tvarit/shared/contracts/indian-time'

/** What to say about a radius in metres: two figures, no false precision. */
export function distanceText(texts: { metres: string; kilometres: string }, accuracy: number): string {
  const metres = Number(Math.max(accuracy, 1).toPrecision(2))
  if (metres < 1000) return fill(texts.metres, { n: Math.ceil(metres) })
  return fill(texts.kilometres, { n: metres / 1000 })
}

/** Minutes to an arrival in words; from an hour on in hours and minutes. */
export function arrivalText(minutes: number, text: string, text_hours: string): string {
  const whole = Math.max(1, Math.round(minutes))
  if (whole < 60) return fill(text, { n: whole })
  return fill(text_hours, { h: Math.floor(whole / 60), m: whole % 60 })
}

/** `KA01AB1234` as it stands on the plate: `KA 01 AB 1234`. */
export function plateText(number: string): string {
  return number.replace(/^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/, (_all, ...groups: string[]) =>
    groups.slice(0, 4).filter(Boolean).join(' '),
  )
}
