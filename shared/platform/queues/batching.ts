import { setTimeout as wait } from 'node:timers/promises'

/**
 * Makes one call of many that come at once. A call starts at once while fewer than `at_once` runs are under way; those
 * that come meanwhile wait together for the next run, at most `at_most` in one. A run first waits `gather_ms` (default
 * 0) for more calls.
 *
 * `work` answers in the order of its inputs; when it throws, all of its calls throw.
 */
export function batching<Input, Output>(options: {
  at_most: number
  at_once: number
  gather_ms?: number
  work(inputs: Input[]): Promise<Output[]>
}): (input: Input) => Promise<Output> {
  const waiting: { input: Input; settle: PromiseWithResolvers<Output> }[] = []
  let under_way = 0

  const run = async (): Promise<void> => {
    under_way += 1
    while (waiting.length > 0) {
      if (options.gather_ms) await wait(options.gather_ms)
      const calls = waiting.splice(0, options.at_most)
      try {
        const outputs = await options.work(calls.map(({ input }) => input))
        for (const [n, { settle }] of calls.entries()) settle.resolve(outputs[n]!)
      } catch (error) {
        for (const { settle } of calls) settle.reject(error)
      }
    }
    under_way -= 1
  }
  return (input) => {
    const settle = Promise.withResolvers<Output>()
    waiting.push({ input, settle })
    if (under_way < options.at_once) void run()
    return settle.promise
  }
}
