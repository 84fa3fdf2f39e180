import fs from 'node:fs'
import { expect, test } from 'vitest'

/** 1 in `npm test`; `npm run faults` sets more: more kills, longer outages, more sockets. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)

/** What came of a fault. Everything is counted outside the system under test. */
export interface Outcome {
  /** In words, with figures. */
  happened: string
  /** Actions the system had acknowledged; null where the row is about something else. */
  acknowledged: number | null
  lost: number
  doubles: number
}

export interface FaultLine extends Outcome {
  row: number
  fault: string
  promised: string
  seconds: number
}

interface Row {
  /** Number in the list of faults (docs/faults.md). */
  row: number
  fault: string
  promised: string
  within_ms?: number
}

/**
 * One line of the table of faults, as a test of its own: it fails when anything acknowledged was lost or done twice, and
 * leaves its line for `npm run faults`.
 */
export function faultRow({ row, fault, promised, within_ms = 300_000 }: Row, work: () => Promise<Outcome>): void {
  test(
    `row ${String(row).padStart(2, '0')}: ${fault}: ${promised}`,
    async () => {
      const begin = performance.now()
      const outcome = await work()
      const seconds = (performance.now() - begin) / 1000
      const line: FaultLine = { row, fault, promised, ...outcome, seconds }
      if (process.env.FAULT_TABLE) fs.appendFileSync(process.env.FAULT_TABLE, `${JSON.stringify(line)}\n`)
      const { lost, doubles, happened } = outcome
      expect(`lost ${lost}, doubles ${doubles}: ${happened}`).toBe(`lost 0, doubles 0: ${happened}`)
    },
    within_ms,
  )
}
