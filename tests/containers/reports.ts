import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { press } from '../harness/press.ts'
import type { Installation } from './engine.ts'

export interface Accepted {
  id: number
  ms: number
  /** Answers other than 201, and connections that were rejected or cut, in words. */
  errors: string[]
}

/** Bystanders of an installation, each with a sticker that no alert is about yet. */
export class Reports {
  readonly #tvarit: Installation
  #unused: string[] = []

  constructor(tvarit: Installation) {
    this.#tvarit = tvarit
  }

  async findStickers(): Promise<void> {
    this.#unused = await this.#tvarit.query('select token from coupons where user_id is null and id > 0')
  }

  /** One report, sent again until it is accepted, as the page does. */
  async one(): Promise<Accepted> {
    const token = this.#unused.pop() ?? expect.fail('no sticker is left')
    const scan_id = crypto.randomUUID()
    const began = performance.now()
    const errors: string[] = []
    for (;;) {
      const answer = await press(this.#tvarit.url, token, { scan_id }).catch((error: Error) =>
        error.cause instanceof Error ? error.cause.message : error.message,
      )
      if (typeof answer === 'object' && answer.http === 201) {
        return { id: answer.id, ms: performance.now() - began, errors }
      }
      errors.push(typeof answer === 'string' ? answer : String(answer.http))
      if (errors.length > 200) throw new Error(`The report was never accepted: ${errors.at(-1)}`)
      await wait(100)
    }
  }

  /** Reports for as long as `work` takes, and a few more; ten a second unless said otherwise. */
  async during(
    work: () => Promise<unknown>,
    every_ms = 100,
  ): Promise<{ accepted: Accepted[]; errors: string[]; figure: string }> {
    const reports: Promise<Accepted>[] = []
    const timer = setInterval(() => reports.push(this.one()), every_ms)
    try {
      await work()
      await wait(2_000)
    } finally {
      clearInterval(timer)
    }
    const accepted = await Promise.all(reports)
    const errors = accepted.flatMap((each) => each.errors)
    const slowest = Math.round(Math.max(...accepted.map(({ ms }) => ms)))
    const counted = [...Map.groupBy(errors, (error) => error)].map(([error, { length }]) => `${length} x ${error}`)
    const figure = `${accepted.length} reports, ${[`${errors.length} errors`, ...counted].join(', ')}, slowest accepted after ${slowest} ms`
    return { accepted, errors, figure }
  }
}
