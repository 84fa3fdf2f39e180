import { z } from 'zod'
import { day, optionalText, changedText } from './formats.ts'
import { indianDay } from './indian-time.ts'
import { LIMITS } from './limits.ts'

// What a crew and a hospital need to know of a person. All of it may be left out.

export const BLOOD_GROUPS = ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-'] as const
export const SEXES = ['female', 'male', 'other'] as const

/** Empty text is no value, as a form sends it. */
const orNull = <Value extends string>(value: Value | '' | null | undefined): Value | null => value || null

const bloodGroup = z.enum(['', ...BLOOD_GROUPS], 'Choose a blood group from the list.')
const sex = z.enum(['', ...SEXES], 'Choose female, male or other.')
const dateOfBirth = z.union(
  [z.literal(''), day.refine((born) => born >= '1900-01-01' && born < indianDay(Date.now()))],
  'Enter a day in the past (YYYY-MM-DD).',
)

/** Of a registration: what is left out or empty becomes null. */
export const healthFields = {
  blood_group: bloodGroup.nullish().transform(orNull),
  allergies: optionalText(LIMITS.health),
  health_conditions: optionalText(LIMITS.health),
  medicines: optionalText(LIMITS.health),
  date_of_birth: dateOfBirth.nullish().transform(orNull),
  sex: sex.nullish().transform(orNull),
}

/** Of a change: what is empty is cleared, what is left out stays. */
export const changedHealthFields = {
  blood_group: bloodGroup.nullable().transform(orNull).optional(),
  allergies: changedText(LIMITS.health),
  health_conditions: changedText(LIMITS.health),
  medicines: changedText(LIMITS.health),
  date_of_birth: dateOfBirth.nullable().transform(orNull).optional(),
  sex: sex.nullable().transform(orNull).optional(),
}

/** As a profile shows it. */
export const healthData = z.object({
  blood_group: z.enum(BLOOD_GROUPS).nullable(),
  allergies: z.string().nullable(),
  health_conditions: z.string().nullable(),
  medicines: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  date_of_birth: z.string().nullable(),
  sex: z.enum(SEXES).nullable(),
})
export type HealthData = z.infer<typeof healthData>
export type HealthField = keyof HealthData
export const HEALTH_FIELDS = Object.keys(healthData.shape) as HealthField[]

/** The health data of a row. */
export const healthOf = (row: { [Field in HealthField]: string | null }): HealthData => healthData.parse(row)
