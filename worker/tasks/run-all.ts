/** Waits for all parts, also when one fails; then throws what failed. */
export async function runAll(...parts: Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(parts)).flatMap((part) =>
    part.status === 'rejected' ? [part.reason as unknown] : [],
  )
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts failed`)
  if (failures.length === 1) throw failures[0]
}
