import type { SetRota } from '../../../contracts/on-call.ts'
import { handoverBefore, WEEKDAYS } from '../../../contracts/on-call-plan.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { lockPlan, readPlan, writeRota } from './read-plan.ts'

/** Sets the order of the week's people, the first on call from now on, and when the next one takes over. */
export function setRota({ ctx, input }: VerbArgs<SetRota>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const { people, now } = await readPlan(ctx.db)
    const names = input.people.map((id) => people.find((person) => person.id === id)?.name)
    if (names.includes(undefined)) throw fieldError('people', TEXTS.on_call_person_not_found)
    await writeRota(ctx.db, input.people, handoverBefore(input, now))
    await writeAudit(ctx, {
      action: 'on_call.rota_set',
      subject: 'on_call',
      subject_id: null,
      detail: { order: names, handover: `${WEEKDAYS[input.weekday]} ${input.time}` },
    })
    return { detail: TEXTS.on_call_saved }
  })
}
