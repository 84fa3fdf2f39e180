import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { recallCalls } from '@tvarit/shared/domain/delivery/recall-calls'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { runAll } from './run-all.ts'
import type { ScheduledTask } from './task.ts'

/** Calls people whom their message did not reach, takes calls back, and sends SMS in place of WhatsApp that did not arrive. */
export const ladder: ScheduledTask = {
  name: 'ladder of calls',
  every_ms: ({ SWEEP_SECONDS }) => Math.min(2, SWEEP_SECONDS) * 1_000,
  deadline_ms: 20_000,
  async run({ ctx }) {
    await runAll(climbLadder({ ctx }), fallBackLate({ ctx }), recallCalls({ ctx }))
  },
}
