import { EMERGENCY_CONTACTS } from '../../../contracts/emergency-contacts.ts'
import type { Db } from '../../../platform/database.ts'

export interface Relative {
  name: string | null
  relation: string
  phone: string
}

/** The people to tell about a subscriber: each number once, never the subscriber's own, nobody without a number. */
export async function relativesOf(db: Db, user_id: number): Promise<{ name: string; relatives: Relative[] }> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
    .select(['u.first_name', 'u.last_name', 'u.phone_number'])
    .selectAll('p')
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const relatives = new Map<string, Relative>()
  for (const { relation, name, mobile } of EMERGENCY_CONTACTS) {
    const phone = row[mobile]
    if (!phone || phone === row.phone_number || relatives.has(phone)) continue
    relatives.set(phone, { name: row[name], relation, phone })
  }
  return { name: `${row.first_name} ${row.last_name}`.trim(), relatives: [...relatives.values()] }
}
