import { sql } from 'kysely'
import { LADDER_OF, LADDERS } from '../../contracts/ladder.ts'
import type { TemplateName } from '../../contracts/message-templates.ts'
import type { Language } from '../../contracts/scan.ts'
import { attempt } from '../../platform/process/attempt.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { createMessage, type NewMessage } from '../messages/create-message.ts'
import { openParams, spokenParams } from '../messages/message-params.ts'
import { begins, mayBeCalled } from '../alerts/reach-conditions.ts'
import { olderThan, seconds, within } from '../../platform/database/moments-sql.ts'

/** Calls of one run, which is followed by another one at once. */
const BATCH = 200

/** How long the last call of a ladder may come late; a worker that was away longer leaves it. */
const LATE_SECONDS = 300

/** The calls of all ladders: after which message, and from and until when. The next rung ends the one before. */
const CALLS = Object.entries(LADDER_OF).flatMap(([template, ladder]) => {
  const calls = LADDERS[ladder].rungs.filter(({ by }) => by === 'voice').map(({ after_seconds }) => after_seconds)
  return calls.map(
    (from, n) => sql`(${sql.lit(template)}, ${sql.lit(from)}, ${sql.lit(calls[n + 1] ?? from + LATE_SECONDS)})`,
  )
})

/** The message that began a ladder, and the rung that is due. */
interface Due {
  template: keyof typeof LADDER_OF
  params: unknown
  params_sealed: Buffer | null
  to_phone: string
  language: Language
  alert_id: number
  dispatch_id: number | null
  recipient_name: string | null
  recipient_relation: string | null
  dedupe_key: string
  rung: number
  ends: number
}

/**
 * Makes one batch of the calls that are due by the ladders. Goes by the clock and by what is noted, so each call is made
 * once with any number of workers, and one that cannot be made stops no other. Returns how many.
 */
export async function placeDueCalls({ ctx }: { ctx: Ctx }): Promise<number> {
  if (ctx.config.VOICE_PROVIDERS.length === 0) return 0
  let made = 0
  for (const call of (await callsDue(ctx)).slice(0, BATCH)) {
    const { template, alert_id, rung } = call
    const id = await attempt(ctx, 'a call of a ladder could not be made', { template, alert_id, rung }, () =>
      inTransaction(ctx, ({ db }) => placeCall(db, ctx, call)),
    )
    if (id !== null) made++
  }
  return made
}

async function callsDue({ db, config }: Ctx): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select m.template, m.params, m.params_sealed, m.to_phone, m.language, m.alert_id, m.dispatch_id, m.recipient_name,
      m.recipient_relation, m.dedupe_key, r.rung, r.ends
    from (values ${sql.join(CALLS)}) as r (template, rung, ends) join messages m on m.template = r.template
      and ${within('m.created_at', seconds(sql`r.ends`))} and ${olderThan('m.created_at', seconds(sql`r.rung`))}
    where ${begins} and not exists (select from messages c where c.dedupe_key = m.dedupe_key || ':call:' || r.rung)
      and ${mayBeCalled(config)}
    order by m.id`.execute(db)
  return rows
}

/** The variables of the spoken text are some of the message's. */
function placeCall(
  db: Db,
  ctx: Ctx,
  { params, params_sealed, dispatch_id, rung, ends, ...first }: Due,
): Promise<number | null> {
  const template: TemplateName = `${first.template}_call`
  const known = openParams(ctx.config, { to: first.to_phone, params, params_sealed })
  return createMessage(db, {
    ...first,
    ...(dispatch_id === null ? {} : { dispatch_id }),
    template,
    params: spokenParams(first.template, known) as NewMessage<typeof template>['params'],
    channel: 'voice',
    dedupe_key: `${first.dedupe_key}:call:${rung}`,
    valid_seconds: ends - rung,
  })
}
