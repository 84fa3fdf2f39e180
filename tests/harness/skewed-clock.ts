/** Loaded before a process (`--import`): its clock goes wrong by CLOCK_SKEW_MS. */
const skew = Number(process.env['CLOCK_SKEW_MS'])
const RealDate = Date

class SkewedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + skew)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() + skew
  }
}
globalThis.Date = SkewedDate as DateConstructor
