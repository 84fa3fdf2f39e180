import type { Hospital } from '../../../contracts/registry.ts'
import type { Language } from '../../../contracts/scan.ts'

export const HOSPITAL_COLUMNS = [
  'id',
  'name',
  'phone',
  'email',
  'address',
  'latitude',
  'longitude',
  'emergency',
  'language',
  'created_at',
] as const

/** A row of `HOSPITAL_COLUMNS` as callers see it. */
export const toHospital = (
  row: Omit<Hospital, 'created_at' | 'language'> & { created_at: Date; language: string },
): Hospital => ({
  ...row,
  language: row.language as Language,
  created_at: row.created_at.toISOString(),
})
