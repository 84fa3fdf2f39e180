import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { clockTime } from '../../../contracts/message-templates.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { waiting } from '../alerts/waiting.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { listening } from './listening.ts'

/** Worth reading until the next one is due. */
const VALID_SECONDS = LIMITS.no_console_repeat_minutes * 60

/**
 * The dead-man switch. When no screen has listened for a minute, the on-call numbers are told, again every half hour
 * while it lasts, and once that somebody listens again. The state is one row: several workers tell it once.
 */
export async function watchConsoles({ ctx }: { ctx: Ctx }): Promise<void> {
  if ((await look(ctx)).step === null) return
  await inTransaction(ctx, async (tx) => {
    await sql`select from console_watch for update`.execute(tx.db)
    // A statement of its own: the first would still see what was before it waited.
    await take(tx.db, ctx, await look(tx))
  })
}

type Step = 'fell_silent' | 'tell_silent' | 'listens_again'

interface Watch {
  step: Step | null
  outage: number
  silent_since: Date | null
  told_at: Date | null
  now: Date
}

async function look({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<Watch> {
  const { rows } = await sql<Watch>`
    select outage, silent_since, told_at, now() as now, case
      when ${listening} > 0 then case when silent_since is not null then 'listens_again' end
      when silent_since is null then 'fell_silent'
      when ${config.ON_CALL_NUMBERS.length > 0}::boolean and silent_since <= now() - make_interval(secs => ${LIMITS.no_console_seconds})
        and (told_at is null or told_at <= now() - make_interval(mins => ${LIMITS.no_console_repeat_minutes}))
        then 'tell_silent' end as step
    from console_watch`.execute(db)
  return rows[0]!
}

async function take(db: Tx, ctx: Ctx, watch: Watch): Promise<void> {
  if (watch.step === 'fell_silent') {
    await db
      .updateTable('console_watch')
      .set({ silent_since: sql`now()`, outage: sql`outage + 1` })
      .execute()
  } else if (watch.step === 'tell_silent') {
    await db
      .updateTable('console_watch')
      .set({ told_at: sql`now()` })
      .execute()
    await tellSilent(db, ctx, watch)
  } else if (watch.step === 'listens_again') {
    await db.updateTable('console_watch').set({ silent_since: null, told_at: null }).execute()
    // Who was never told that nobody listens need not hear that somebody does.
    if (watch.told_at !== null) await tellListening(db, ctx, watch)
  }
}

async function tellSilent(db: Tx, ctx: Ctx, { outage, silent_since, now }: Watch): Promise<void> {
  const alerts = await sql<{ n: number }>`select count(*) as n from alerts where ${waiting}`.execute(db)
  for (const phone of ctx.config.ON_CALL_NUMBERS) {
    await createMessage(db, {
      template: 'screens_lost',
      to_phone: phone,
      params: {
        time: clockTime(silent_since!),
        count: alerts.rows[0]!.n,
        url: `${ctx.config.PUBLIC_URL}/qr-alerts`,
      },
      dedupe_key: `screens:${outage}:${now.getTime()}:${phone}`,
      valid_seconds: VALID_SECONDS,
      recipient_name: 'On call',
    })
  }
}

async function tellListening(db: Tx, ctx: Ctx, { outage, silent_since, now }: Watch): Promise<void> {
  for (const phone of ctx.config.ON_CALL_NUMBERS) {
    await createMessage(db, {
      template: 'screens_back',
      to_phone: phone,
      params: { time: clockTime(now), silent_since: clockTime(silent_since!) },
      dedupe_key: `screens:${outage}:back:${phone}`,
      valid_seconds: VALID_SECONDS,
      recipient_name: 'On call',
    })
  }
}
