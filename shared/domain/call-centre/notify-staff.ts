import { sql } from 'kysely'
import { LADDERS } from '../../contracts/ladder.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { indianMinute } from '../../contracts/indian-time.ts'
import type { Language } from '../../contracts/scan.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { createMessage } from '../messages/create-message.ts'
import { waiting } from '../alerts/waiting.ts'
import { type OnCall, peopleOnCall } from '../on-call/rota/people-on-call.ts'
import { minutes, notAhead, olderThan, seconds } from '../../platform/database/moments-sql.ts'

/** A later reader would find another situation. */
const VALID_SECONDS = 10 * 60

interface Call {
  phone: string
  name: string
  relation: string
  language: Language
  /** The alert this call is for; the text counts all that wait. */
  alert_id: number
  waiting: number
  since: Date
}

/**
 * Calls admins by SMS about alerts unclaimed for a minute, and the people on call after two; the others of their list
 * when those do not answer. Returns the numbers called.
 *
 * A number is due when an alert came so far after its last call, or five minutes after that call while one still waits.
 * It is called at most once a minute, and the text counts all waiting alerts. So many alerts at once are one SMS, and a
 * worker that dies leaves only calls that are still due.
 */
export async function notifyStaff({ ctx }: { ctx: Ctx }): Promise<string[]> {
  const due = await callsDue(ctx.db, await peopleOnCall(ctx))
  if (due.length === 0) return []
  return inTransaction(ctx, async ({ db }) => {
    const called: string[] = []
    // In the order of the numbers, so that two workers do not deadlock.
    for (const call of due) if (await sendStaffSms(db, ctx, call)) called.push(call.phone)
    return called
  })
}

async function callsDue(db: Db, { now, others, seconds: [, admins_after, on_call_after] }: OnCall): Promise<Call[]> {
  const on_call = [
    ...now.map((person) => ({ ...person, after: on_call_after })),
    ...others.map((person) => ({ ...person, after: on_call_after + LADDERS.on_call.not_reached_seconds })),
  ]
  const { rows } = await sql<Call>`
    with audience as (
      select phone_number as phone, trim(first_name || ' ' || last_name) as name, 'Admin' as relation,
        'en' as language, make_interval(secs => ${admins_after}) as after
      from users where role = 'admin' and deleted_at is null
      union all
      select phone, name, 'On call', language, make_interval(secs => after)
      from json_to_recordset(${JSON.stringify(on_call)}) as t (phone text, name text, language text, after float8)
    )
    select a.phone, a.name, a.relation, a.language, w.alert_id, w.waiting, w.since
    from audience a left join staff_calls c on c.phone = a.phone
    cross join lateral (
      select count(*) as waiting, min(waiting_since) as since,
        (array_agg(id order by waiting_since, id)
          filter (where c.called_at is null or ${notAhead('c.called_at')} < waiting_since + a.after
            or ${olderThan('c.called_at', minutes(LIMITS.alarm_repeat_minutes))}))[1] as alert_id
      from alerts where ${waiting} and ${olderThan('waiting_since', sql`a.after`)}
    ) w
    where w.alert_id is not null
      and (c.called_at is null or ${olderThan('c.called_at', seconds(LIMITS.staff_sms_every_seconds))})
    order by a.phone`.execute(db)
  return rows
}

async function sendStaffSms(db: Db, ctx: Ctx, call: Call): Promise<boolean> {
  const noted = await sql<{ called_at: Date }>`
    insert into staff_calls as c (phone, called_at) values (${call.phone}, now())
    on conflict (phone) do update set called_at = now()
      where ${olderThan('c.called_at', seconds(LIMITS.staff_sms_every_seconds))}
    returning called_at`.execute(db)
  const [row] = noted.rows
  if (!row) return false
  await createMessage(db, {
    template: 'staff_escalation',
    to_phone: call.phone,
    params: {
      count: call.waiting,
      time: indianMinute(call.since),
      url: `${ctx.config.PUBLIC_URL}/qr-alerts/${call.alert_id}`,
    },
    dedupe_key: `staff:${call.phone}:${row.called_at.getTime()}`,
    valid_seconds: VALID_SECONDS,
    alert_id: call.alert_id,
    language: call.language,
    recipient_name: call.name,
    recipient_relation: call.relation,
  })
  return true
}
