import fs from 'node:fs'

export interface Verdict {
  target: string
  measured: number
  limit: number
  /** Whether `measured` may be at most or must be at least `limit`. */
  rule: 'at most' | 'at least'
  ok: boolean
}

/** Collects what was measured and judged, prints it, and sets the exit code: 1 when a target was missed. */
export class Report {
  readonly verdicts: Verdict[] = []
  readonly data: Record<string, unknown> = {}

  judge(target: string, measured: number, rule: Verdict['rule'], limit: number): void {
    const ok = rule === 'at most' ? measured <= limit : measured >= limit
    this.verdicts.push({ target, measured, limit, rule, ok })
  }

  /** Prints PASS or MISS for each target and writes everything to `out` if given. */
  finish(out: string | undefined): void {
    console.log('\nTargets')
    for (const { target, measured, limit, rule, ok } of this.verdicts) {
      console.log(`${ok ? 'PASS' : 'MISS'}  ${target}: ${Number(measured.toPrecision(3))} (${rule} ${limit})`)
    }
    if (out) fs.writeFileSync(out, `${JSON.stringify({ verdicts: this.verdicts, ...this.data }, null, 2)}\n`)
    if (this.verdicts.some((verdict) => !verdict.ok)) process.exitCode = 1
  }
}
