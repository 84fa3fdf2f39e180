/** Differences below this are the resolution of the `Date` header and the way of the answer. */
const NOISE_MS = 2_000

let offset_ms = 0

/** Learns the server's time from an answer: ages on screen must not depend on this computer's clock. */
export function learnServerTime(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const difference = date + 500 - Date.now()
  offset_ms = Math.abs(difference) > NOISE_MS ? difference : 0
}

/** The server's time in milliseconds, as well as this browser knows it. */
export const serverNow = (): number => Date.now() + offset_ms
