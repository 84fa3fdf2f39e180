/** Thrown by `withTimeout`. */
export class TimeoutError extends Error {
  constructor(timeout_ms: number) {
    super(`No answer within ${timeout_ms / 1000} s.`)
  }
}

/**
 * The result of `work`, or a rejection after `timeout_ms`, also when `work` never ends: with the error of `late`, else
 * with a `TimeoutError`. The signal then asks `work` to stop. A process that was held up first reads what came meanwhile.
 */
export async function withTimeout<Result>(
  timeout_ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Error = () => new TimeoutError(timeout_ms),
): Promise<Result> {
  const stop = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => {
    const error = late()
    reject(error)
    stop.abort(error)
  }
  // Node runs timers before it reads sockets, and immediates after that.
  const timer = setTimeout(() => setImmediate(giveUp), timeout_ms)
  try {
    return await Promise.race([work(stop.signal), promise])
  } finally {
    clearTimeout(timer)
  }
}
