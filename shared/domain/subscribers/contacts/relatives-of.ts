import { EMERGENCY_CONTACTS } from '../../../contracts/emergency-contacts.ts'
import type { Language } from '../../../contracts/scan.ts'
import type { Db } from '../../../platform/database/database.ts'

export interface Relative {
  name: string | null
  relation: string
  phone: string
  /** As the person chose on the page of the contact check. */
  channel: 'sms' | 'whatsapp'
  language: Language
}

/** The relatives to notify about a subscriber: each number once, never the subscriber's own, none without a number. */
export async function relativesOf(db: Db, user_id: number): Promise<{ name: string; relatives: Relative[] }> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
    .select(['u.first_name', 'u.last_name', 'u.phone_number'])
    .selectAll('p')
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const relatives = new Map<string, Omit<Relative, 'channel' | 'language'>>()
  for (const { relation, name, mobile } of EMERGENCY_CONTACTS) {
    const phone = row[mobile]
    if (!phone || phone === row.phone_number || relatives.has(phone)) continue
    relatives.set(phone, { name: row[name], relation, phone })
  }
  const chosen = await preferencesOf(db, [...relatives.keys()])
  return {
    name: `${row.first_name} ${row.last_name}`.trim(),
    relatives: [...relatives.values()].map((relative) => ({
      channel: 'sms',
      language: 'en',
      ...chosen.get(relative.phone),
      ...relative,
    })),
  }
}

async function preferencesOf(db: Db, phones: string[]) {
  if (phones.length === 0) return new Map<string, Pick<Relative, 'channel' | 'language'>>()
  const rows = await db
    .selectFrom('contact_preferences')
    .select(['phone', 'channel', 'language'])
    .where('phone', 'in', phones)
    .$narrowType<{ language: Language }>()
    .execute()
  return new Map(rows.map(({ phone, ...chosen }) => [phone, chosen]))
}

/** Whom a message is for, and how it goes there. */
export const addressOf = ({ name, relation, phone, channel, language }: Relative) => ({
  to_phone: phone,
  channel,
  language,
  recipient_name: name,
  recipient_relation: relation,
})
