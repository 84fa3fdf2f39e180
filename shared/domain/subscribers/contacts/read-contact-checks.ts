import { sql } from 'kysely'
import type { ContactCheck, ContactCheckState } from '../../../contracts/contact-checks.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { relativesOf } from './relatives-of.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

interface Asked {
  to_phone: string
  state: ContactCheckState
  created_at: Date
  recent: boolean
}

/** The caller's emergency contacts, each number once, with the state of the SMS to it. */
export const readContactChecks = ({ ctx }: { ctx: SignedInCtx }): Promise<ContactCheck[]> =>
  contactChecksOf(ctx.db, ctx.actor.id)

/** A number is due when this person has not asked it in the last 30 days, or that message failed. */
export async function contactChecksOf(db: Db, user_id: number): Promise<ContactCheck[]> {
  const [{ relatives }, asked] = await Promise.all([
    relativesOf(db, user_id),
    sql<Asked>`
      select distinct on (to_phone) to_phone, created_at,
        case when state = 'sent' then state when state in ('delivered', 'read', 'confirmed') then 'delivered'
          when state in ('failed', 'cancelled') then 'failed' else 'queued' end as state,
        ${within('created_at', days(LIMITS.contact_check_days))} as recent
      from messages where user_id = ${user_id} and template = 'contact_check'
      order by to_phone, id desc`.execute(db),
  ])
  const byPhone = new Map(asked.rows.map((row) => [row.to_phone, row]))
  return relatives.map(({ relation, name, phone }) => {
    const last = byPhone.get(phone)
    return {
      relation,
      name,
      phone,
      state: last?.state ?? 'never',
      at: last?.created_at.toISOString() ?? null,
      due: !last?.recent || last.state === 'failed',
    }
  })
}
