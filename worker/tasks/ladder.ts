import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { recallCalls } from '@tvarit/shared/domain/delivery/recall-calls'
import { placeDueCalls } from '@tvarit/shared/domain/call-centre/place-due-calls'
import { runAll } from './run-all.ts'
import type { ScheduledTask } from './task.ts'

/**
 * Calls people whom their message did not reach, takes calls back, and sends SMS in place of WhatsApp that did not arrive.
 * One batch a run, as the watchdog.
 */
export const ladder: ScheduledTask = {
  name: 'ladder of calls',
  every_ms: ({ SWEEP_SECONDS }) => Math.min(2, SWEEP_SECONDS) * 1_000,
  deadline_ms: 20_000,
  async run({ ctx }) {
    let made = 0
    const count = (more: number) => void (made += more)
    await runAll(placeDueCalls({ ctx }).then(count), fallBackLate({ ctx }).then(count), recallCalls({ ctx }))
    return made > 0
  },
}
