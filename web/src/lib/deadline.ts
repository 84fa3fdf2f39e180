/** A signal that gives a request up after so many milliseconds. `AbortSignal.timeout` is missing before Chrome 103. */
export function deadline(milliseconds: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(), milliseconds)
  return control.signal
}
