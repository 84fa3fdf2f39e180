import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { indianMinute } from '../../../contracts/indian-time.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { waiting } from '../../alerts/waiting.ts'
import { createMessage } from '../../messages/create-message.ts'
import { type OnCallPerson, peopleOnCall } from '../rota/people-on-call.ts'
import { listening } from './listening.ts'
import { minutes, olderThan, seconds } from '../../../platform/database/moments-sql.ts'

/** An SMS is worth reading until the next one is due. */
const VALID_SECONDS = LIMITS.no_console_repeat_minutes * 60

/**
 * The dead-man switch: notifies everybody on the on-call list, or all admins when it is empty, when no console has been armed for a minute, again every
 * half hour, and once when a console is armed again. The state is one row, so several workers notify once.
 */
export async function watchConsoles({ ctx }: { ctx: Ctx }): Promise<void> {
  if ((await look(ctx)).step === null) return
  await inTransaction(ctx, async (tx) => {
    await sql`select from console_watch for update`.execute(tx.db)
    // A statement of its own: the first would still see what was before it waited.
    await take(tx.db, ctx, await look(tx))
  })
}

type Step = 'fell_silent' | 'notify_silent' | 'listens_again'

interface Recipient extends OnCallPerson {
  relation: 'On call' | 'Admin'
}

interface Watch {
  step: Step | null
  outage: number
  silent_since: Date | null
  told_at: Date | null
  now: Date
  people: Recipient[]
}

async function look(ctx: Pick<Ctx, 'db' | 'config'>): Promise<Watch> {
  const people = await recipients(ctx)
  const { rows } = await sql<Omit<Watch, 'people'>>`
    select outage, silent_since, told_at, now() as now, case
      when ${listening} > 0 then case when silent_since is not null then 'listens_again' end
      when silent_since is null then 'fell_silent'
      when ${people.length > 0}::boolean and ${olderThan('silent_since', seconds(LIMITS.no_console_seconds))}
        and (told_at is null or ${olderThan('told_at', minutes(LIMITS.no_console_repeat_minutes))})
        then 'notify_silent' end as step
    from console_watch`.execute(ctx.db)
  const [watch] = rows
  return { ...watch!, people }
}

async function recipients(ctx: Pick<Ctx, 'db' | 'config'>): Promise<Recipient[]> {
  const { now, others } = await peopleOnCall(ctx)
  if (now.length > 0) return [...now, ...others].map((person) => ({ ...person, relation: 'On call' }))
  const { rows } = await sql<Recipient>`
    select trim(first_name || ' ' || last_name) as name, phone_number as phone, 'en' as language, 'Admin' as relation
    from users where role = 'admin' and deleted_at is null`.execute(ctx.db)
  return rows
}

async function take(db: Tx, ctx: Ctx, watch: Watch): Promise<void> {
  if (watch.step === 'fell_silent') {
    await db
      .updateTable('console_watch')
      .set({ silent_since: sql`now()`, outage: sql`outage + 1` })
      .execute()
  } else if (watch.step === 'notify_silent') {
    await db
      .updateTable('console_watch')
      .set({ told_at: sql`now()` })
      .execute()
    await notifySilent(db, ctx, watch)
  } else if (watch.step === 'listens_again') {
    await db.updateTable('console_watch').set({ silent_since: null, told_at: null }).execute()
    // Without a message about the outage there is none about its end.
    if (watch.told_at !== null) await notifyListening(db, watch)
  }
}

async function notifySilent(db: Tx, ctx: Ctx, { outage, silent_since, now, people }: Watch): Promise<void> {
  const alerts = await sql<{ n: number }>`select count(*) as n from alerts where ${waiting}`.execute(db)
  for (const { phone, name, language, relation } of people) {
    await createMessage(db, {
      template: 'screens_lost',
      to_phone: phone,
      params: {
        time: indianMinute(silent_since!),
        count: alerts.rows[0]!.n,
        url: `${ctx.config.PUBLIC_URL}/qr-alerts`,
      },
      dedupe_key: `screens:${outage}:${now.getTime()}:${phone}`,
      valid_seconds: VALID_SECONDS,
      language,
      recipient_name: name,
      recipient_relation: relation,
    })
  }
}

async function notifyListening(db: Tx, { outage, silent_since, now }: Watch): Promise<void> {
  const { rows } = await sql<Recipient>`
    select distinct on (to_phone) to_phone as phone, recipient_name as name, language, recipient_relation as relation
    from messages
    where recipient_relation in ('Admin', 'On call') and created_at >= ${silent_since}
      and dedupe_key like ${`screens:${outage}:%`}`.execute(db)
  for (const { phone, name, language, relation } of rows) {
    await createMessage(db, {
      template: 'screens_back',
      to_phone: phone,
      params: { time: indianMinute(now), silent_since: indianMinute(silent_since!) },
      dedupe_key: `screens:${outage}:back:${phone}`,
      valid_seconds: VALID_SECONDS,
      language,
      recipient_name: name,
      recipient_relation: relation,
    })
  }
}
