import type { Tx } from '../../../platform/database.ts'

interface Consent {
  user_id: number
  event: 'given' | 'withdrawn'
  version: string
  how: 'registration' | 'by_staff' | 'profile'
}

/** Adds to the history, in the transaction of what it is about. */
export async function noteConsent(db: Tx, consent: Consent): Promise<void> {
  await db.insertInto('consents').values(consent).execute()
}
