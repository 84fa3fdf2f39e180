import type { Hospital } from '../../../contracts/registry.ts'

export const HOSPITAL_COLUMNS = [
  'id',
  'name',
  'phone',
  'email',
  'address',
  'latitude',
  'longitude',
  'emergency',
  'created_at',
] as const

/** A row of `HOSPITAL_COLUMNS` as callers see it. */
export const toHospital = (row: Omit<Hospital, 'created_at'> & { created_at: Date }): Hospital => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
