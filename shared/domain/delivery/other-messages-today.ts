import { sql } from 'kysely'
import { OTHER_TEMPLATES } from '../../contracts/message-urgency.ts'
import type { Db } from '../../platform/database/database.ts'
import { days, within } from '../../platform/database/moments-sql.ts'

/** Messages outside emergencies that providers took in 24 hours. The list is that of the index `messages_other`. */
export async function otherMessagesToday(db: Db): Promise<number> {
  const names = sql.raw(OTHER_TEMPLATES.map((name) => `'${name}'`).join(', '))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where template in (${names}) and ${within('sent_at', days(1))}`.execute(db)
  return rows[0]!.n
}
