import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { peopleOnCall } from './people-on-call.ts'
import { lockPlan } from './read-plan.ts'

/**
 * Takes the numbers of ON_CALL_NUMBERS into the list of people, once: when the table has never had a row. Says in the
 * log when no person is on the list.
 */
export async function seedOnCall({ ctx }: { ctx: Ctx }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const seeded = await sql`insert into on_call_people (name, phone)
      select 'On call ' || n, phone from unnest(${ctx.config.ON_CALL_NUMBERS}::text[]) with ordinality t (phone, n)
      where not exists (select from on_call_people)`.execute(ctx.db)
    const count = Number(seeded.numAffectedRows ?? 0n)
    if (count > 0)
      await writeAudit(ctx, { action: 'on_call.seeded', subject: 'on_call', subject_id: null, detail: { count } })
  })
  if ((await peopleOnCall(ctx)).now.length > 0) return
  const text = 'no person is on call: no number is called when an alert waits two minutes or no console is armed'
  if (ctx.config.NODE_ENV === 'production') ctx.log.warn(text)
  else ctx.log.info(text)
}
