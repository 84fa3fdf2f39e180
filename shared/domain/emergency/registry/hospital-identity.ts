import { sql, type SqlBool } from 'kysely'
import { foldText } from '../../../contracts/same-text.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database.ts'
import { fieldError } from '../../../platform/domain-error.ts'

export interface HospitalIdentity {
  name: string
  phone: string
}

/** Two hospitals are the same when name (as it is compared) and phone number are: chains share names, branches a number. */
export const hospitalKey = ({ name, phone }: HospitalIdentity): string => `${foldText(name)} ${phone}`

/** One writer of names and numbers at a time until the transaction ends: no index keeps active hospitals apart. */
export async function lockHospitals(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('registry.hospitals', 0))`.execute(db)
}

/** Refuses (CONFLICT) what is registered already, under `lockHospitals`. */
export async function refuseTakenHospital(db: Tx, wanted: HospitalIdentity, own_id?: number): Promise<void> {
  const taken = await db
    .selectFrom('hospitals')
    .select('id')
    .where('retired_at', 'is', null)
    .where('phone', '=', wanted.phone)
    .where(sql<SqlBool>`fold_text(name) = fold_text(${wanted.name})`)
    .executeTakeFirst()
  if (taken && taken.id !== own_id) throw fieldError('name', TEXTS.hospital_taken, 'CONFLICT')
}
