import type { HealthData } from '@tvarit/shared/contracts/medical'
import { ageOn, indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { serverNow } from './server-clock.ts'

export const SEX_LABELS = { female: 'Female', male: 'Male', other: 'Other' } as const

/** Health data with its labels, what a crew asks first on top. */
export function healthFacts(health: HealthData | null | undefined): Record<string, string | null | undefined> {
  const born = health?.date_of_birth
  return {
    'Blood Group': health?.blood_group,
    Allergies: health?.allergies,
    'Health Conditions': health?.health_conditions,
    Medicines: health?.medicines,
    'Date of Birth': born && `${indianDate(`${born}T12:00:00+05:30`)} (${ageOn(born, indianDay(serverNow()))} years)`,
    Sex: health?.sex && SEX_LABELS[health.sex],
  }
}

/** The same in one line, as far as it was given: `Allergies: penicillin; diabetes; takes Metformin; blood group O+; female, 40 years`. */
export function healthLine(health: HealthData): string {
  const { allergies, health_conditions, medicines, blood_group, sex, date_of_birth: born } = health
  const age = born && ageOn(born, indianDay(serverNow()))
  return [
    allergies && `Allergies: ${allergies}`,
    health_conditions,
    medicines && `takes ${medicines}`,
    blood_group && `blood group ${blood_group}`,
    [sex, age && `${age} years`].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
}
