import type { Tx } from '../../../platform/database/database.ts'

interface Consent {
  user_id: number
  event: 'given' | 'withdrawn'
  version: string
  how: 'registration' | 'by_staff' | 'profile'
}

/** Adds to the history of consents, in the transaction of the change. */
export async function noteConsent(db: Tx, consent: Consent): Promise<void> {
  await db.insertInto('consents').values(consent).execute()
}
