/** The value below which `share` (0 to 1) of the sorted values lie; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Milliseconds of the system's monotonic clock: the same in every process of this machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Three significant digits, as a table wants them. */
export const short = (value: number): string => (Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : '-')

/** Prints rows as columns of equal width; the keys of the first row are the heads. */
export function printTable(title: string, rows: Record<string, string | number>[]): void {
  if (rows.length === 0) return
  const heads = Object.keys(rows[0]!)
  const cells = rows.map((row) =>
    heads.map((head) => (typeof row[head] === 'number' ? short(row[head]) : (row[head] ?? ''))),
  )
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]!.length)))
  const line = (texts: string[]) => texts.map((text, column) => text.padEnd(widths[column]!)).join('  ')
  console.log(`\n${title}\n${line(heads)}\n${line(widths.map((width) => '-'.repeat(width)))}`)
  for (const row of cells) console.log(line(row))
}
