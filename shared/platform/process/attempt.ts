import type { Ctx } from '../context.ts'

/** Does one of several independent pieces of work. A failure is logged as `what` and stops none of the others: null. */
export async function attempt<T>({ log }: Ctx, what: string, about: object, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ error, ...about }, what)
    return null
  }
}
