import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { createMessage } from '../../messages/create-message.ts'
import { REMINDER_DAYS } from './add-term.ts'
import { dayInIndia } from '../../../platform/database/india-sql.ts'

/** Reminders must not wake people: they go out from 9 to 21 o'clock in India. */
const HOURS = { from: 9, to: 21 }
const VALID_SECONDS = 12 * 3600
/** Of one sweep. */
const BATCH = 200

interface Due {
  id: number
  user_id: number
  /** Null for a removed user. */
  phone_number: string | null
  end_date: string
  days: number
}

/**
 * Reminds by SMS 30, 7 and 1 days before the end of a plan, each once, one batch. Returns how many were due. A missed one
 * (no worker ran) goes out late, with the days that are really left, and never twice for the same step. `now` is the
 * moment to judge by.
 */
export async function remindOfRenewal({ ctx, input: { now } }: { ctx: Ctx; input: { now: Date } }): Promise<number> {
  const hour = (now.getUTCHours() + (now.getUTCMinutes() + 30) / 60 + 5) % 24
  if (hour < HOURS.from || hour >= HOURS.to) return 0
  return inTransaction(ctx, async ({ db }) => {
    const [, week, day] = REMINDER_DAYS
    const due = await sql<Due>`
      with due as (
        select s.id, s.end_date - today as days,
          (select phone_number from users u where u.id = s.user_id and u.deleted_at is null) as phone_number
        from subscriptions s, lateral (select ${dayInIndia(sql`${now}::timestamptz`)} as today) now_there
        where s.next_reminder_on <= today
        order by s.next_reminder_on limit ${BATCH} for no key update of s skip locked
      )
      update subscriptions s set next_reminder_on = case
        when due.phone_number is null then null
        when due.days > ${week} then s.end_date - ${week}::int
        when due.days > ${day} then s.end_date - ${day}::int end
      from due where due.id = s.id
      returning s.id, s.user_id, s.end_date, due.days, due.phone_number`.execute(db)
    for (const term of due.rows) {
      if (term.phone_number === null || term.days < 0) continue
      const step = REMINDER_DAYS.findLast((days) => term.days <= days) ?? REMINDER_DAYS[0]
      await createMessage(db, {
        template: 'renewal_reminder',
        to_phone: term.phone_number,
        params: { days: term.days, end_date: term.end_date, url: `${ctx.config.PUBLIC_URL}/profile` },
        dedupe_key: `renewal:${term.id}:${step}`,
        valid_seconds: VALID_SECONDS,
        user_id: term.user_id,
      })
    }
    return due.rows.length
  })
}
