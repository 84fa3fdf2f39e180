import { sql } from 'kysely'
import type { Language } from '../../../contracts/scan.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newLinkToken } from '../../records/links.ts'

/** How an emergency contact wants to be notified. One for each number, also when several subscribers named it. */
export interface ContactPreference {
  phone: string
  /** Of the contact's own page, `/c/{token}`. */
  token: string
  channel: 'sms' | 'whatsapp'
  language: Language
}

/** The preferences of some numbers by number; a number without any gets SMS in English and a link to change it. */
export async function contactPreferences(db: Db, phones: string[]): Promise<Map<string, ContactPreference>> {
  const fresh = phones
    .map((phone) => ({ phone, token: newLinkToken() }))
    .toSorted((a, b) => (a.phone < b.phone ? -1 : 1))
  if (fresh.length > 0) {
    await db
      .insertInto('contact_preferences')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const rows = await sql<ContactPreference>`
    select phone, token, channel, language from contact_preferences where phone = any(${phones})`.execute(db)
  return new Map(rows.rows.map((row) => [row.phone, row]))
}
