import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { clockTime } from '../../../contracts/message-templates.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { waiting } from '../alerts/waiting.ts'

const [, ADMINS_AFTER, ON_CALL_AFTER] = LIMITS.escalation_seconds
/** Whoever reads it later finds another picture. */
const VALID_SECONDS = 10 * 60

interface Call {
  phone: string
  name: string
  relation: string
  /** The alert this call is for; the text counts all that wait. */
  alert_id: number
  waiting: number
  since: Date
}

/**
 * Calls by SMS whoever an alert has climbed up to: admins after a minute without an owner, the on-call numbers after
 * two. A number is due when an alert came so far after its last call, or five minutes after it while one still waits; it
 * is called at most once a minute, and the text speaks for all alerts that wait. So many alerts at once are one SMS,
 * none is passed over, and a worker that dies leaves nothing behind but a call that is still due. Returns the numbers
 * called.
 */
export async function callStaff({ ctx }: { ctx: Ctx }): Promise<string[]> {
  const due = await callsDue(ctx.db, ctx.config.ON_CALL_NUMBERS)
  if (due.length === 0) return []
  return inTransaction(ctx, async ({ db }) => {
    const called: string[] = []
    // In the order of the numbers, so that two workers wait for each other instead of both.
    for (const call of due) if (await makeCall(db, ctx, call)) called.push(call.phone)
    return called
  })
}

async function callsDue(db: Db, on_call: string[]): Promise<Call[]> {
  const { rows } = await sql<Call>`
    with audience as (
      select phone_number as phone, trim(first_name || ' ' || last_name) as name, 'Admin' as relation,
        make_interval(secs => ${ADMINS_AFTER}) as after
      from users where role = 'admin' and deleted_at is null
      union all
      select phone, 'On call', 'On call', make_interval(secs => ${ON_CALL_AFTER}) from unnest(${on_call}::text[]) phone
    )
    select a.phone, a.name, a.relation, w.alert_id, w.waiting, w.since
    from audience a left join staff_calls c on c.phone = a.phone
    cross join lateral (
      select count(*) as waiting, min(waiting_since) as since,
        (array_agg(id order by waiting_since, id)
          filter (where c.called_at is null or c.called_at < waiting_since + a.after
            or c.called_at <= now() - make_interval(mins => ${LIMITS.alarm_repeat_minutes})))[1] as alert_id
      from alerts where ${waiting} and waiting_since <= now() - a.after
    ) w
    where w.alert_id is not null
      and (c.called_at is null or c.called_at <= now() - make_interval(secs => ${LIMITS.staff_sms_every_seconds}))
    order by a.phone`.execute(db)
  return rows
}

async function makeCall(db: Db, ctx: Ctx, call: Call): Promise<boolean> {
  const noted = await sql<{ called_at: Date }>`
    insert into staff_calls as c (phone, called_at) values (${call.phone}, now())
    on conflict (phone) do update set called_at = now()
      where c.called_at <= now() - make_interval(secs => ${LIMITS.staff_sms_every_seconds})
    returning called_at`.execute(db)
  const [row] = noted.rows
  if (!row) return false
  await createMessage(db, {
    template: 'staff_escalation',
    to_phone: call.phone,
    params: { count: call.waiting, time: clockTime(call.since), url: `${ctx.config.PUBLIC_URL}/qr-alerts` },
    dedupe_key: `staff:${call.phone}:${row.called_at.getTime()}`,
    valid_seconds: VALID_SECONDS,
    alert_id: call.alert_id,
    recipient_name: call.name,
    recipient_relation: call.relation,
  })
  return true
}
