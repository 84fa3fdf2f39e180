import { z } from 'zod'
import { AMBULANCE_TYPES, ambulanceStatus, ambulanceType } from './dispatch.ts'
import { optionalEmail, phone, requiredText, textUpTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { goTo, listOf, listQuery, sortBy } from './lists.ts'
import { language, LANGUAGES } from './scan.ts'
import { TEXTS } from './texts.ts'
import { isVehicleNumber, normaliseVehicleNumber } from './vehicle-numbers.ts'
import { requestId } from './requests.ts'

/** The box around India in degrees. It catches swapped, missing and mistyped coordinates, not borders. */
export const INDIA = { latitude: [6, 38], longitude: [68, 98] } as const

const orRequired =
  (message: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === '' ? TEXTS.required : message

const degrees = ([least, most]: readonly [number, number], message: string) =>
  z
    .number({ error: orRequired(message) })
    .min(least, message)
    .max(most, message)
const latitude = degrees(INDIA.latitude, TEXTS.latitude_india)
const longitude = degrees(INDIA.longitude, TEXTS.longitude_india)

/** One line of text that no spreadsheet takes for a formula. */
const plainText = (max: number) =>
  requiredText(max)
    .transform((value) => value.replace(/\s+/g, ' '))
    .refine((value) => !/^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(value), TEXTS.text_formula)
    .refine((value) => !/\p{Cc}/u.test(value), TEXTS.text_unstorable)

const vehicleNumber = requiredText(LIMITS.vehicle_number)
  .transform(normaliseVehicleNumber)
  .refine(isVehicleNumber, TEXTS.vehicle_number_format)

/** Left out it stays as it is; of a new row it is English. */
const languageCode = z.enum(LANGUAGES, TEXTS.language_code).optional()

const ambulanceFields = {
  vehicle_number: vehicleNumber,
  type: z.enum(AMBULANCE_TYPES, { error: orRequired(TEXTS.ambulance_type) }),
  operator: plainText(LIMITS.operator),
  driver_name: plainText(LIMITS.driver_name),
  driver_phone: phone(TEXTS.phone_exactly_10),
  driver_language: languageCode,
  base_latitude: latitude,
  base_longitude: longitude,
}

const hospitalFields = {
  name: plainText(LIMITS.hospital_name),
  phone: phone(TEXTS.phone_exactly_10),
  email: optionalEmail,
  address: plainText(LIMITS.address),
  latitude,
  longitude,
  emergency: z.boolean(TEXTS.yes_or_no).default(true),
  language: languageCode,
}

const registryId = { id: z.coerce.number().int().positive() }
export const registryIdInput = z.strictObject(registryId)

export const ambulance = z.object({
  id: z.number(),
  vehicle_number: z.string(),
  type: ambulanceType,
  operator: z.string(),
  driver_name: z.string(),
  driver_phone: z.string(),
  driver_language: language,
  base_latitude: z.number(),
  base_longitude: z.number(),
  /** Where its driver's phone last was; null before the first position. */
  last_latitude: z.number().nullable(),
  last_longitude: z.number().nullable(),
  last_position_at: z.string().nullable(),
  status: ambulanceStatus,
  /** The alert it is on its way for; null without an open dispatch. */
  alert_id: z.number().nullable(),
  created_at: z.string(),
})
export type Ambulance = z.infer<typeof ambulance>
export const ambulanceList = listOf(ambulance)

export const ambulanceListInput = listQuery.extend({
  status: ambulanceStatus.optional(),
  sort: sortBy(['vehicle_number']),
  go_to: goTo,
})
export type AmbulanceListInput = z.output<typeof ambulanceListInput>

export const addAmbulanceInput = z.strictObject({ ...requestId, ...ambulanceFields })
export type AddAmbulance = z.output<typeof addAmbulanceInput>

/** What is left out stays as it is. */
export const updateAmbulanceInput = addAmbulanceInput.omit({ request_id: true }).partial().extend(registryId)
export type UpdateAmbulance = z.output<typeof updateAmbulanceInput>

export const setAmbulanceStatusInput = z.strictObject({ ...registryId, status: ambulanceStatus })
export type SetAmbulanceStatus = z.output<typeof setAmbulanceStatusInput>

export const hospital = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Takes emergencies at any hour. */
  emergency: z.boolean(),
  language,
  created_at: z.string(),
})
export type Hospital = z.infer<typeof hospital>
export const hospitalList = listOf(hospital)
export const hospitalListInput = listQuery.extend({ sort: sortBy(['name']), go_to: goTo })
export type HospitalListInput = z.output<typeof hospitalListInput>

export const addHospitalInput = z.strictObject({ ...requestId, ...hospitalFields })
export type AddHospital = z.output<typeof addHospitalInput>
/** A row of a file: what it does not say stays as it is. */
export const importHospitalInput = addHospitalInput
  .omit({ request_id: true })
  .extend({ emergency: z.boolean(TEXTS.yes_or_no).optional() })
export type ImportHospital = z.output<typeof importHospitalInput>

/** What is left out stays as it is (so `emergency` has no default here); an empty e-mail address is cleared. */
export const updateHospitalInput = z
  .strictObject({ ...hospitalFields, emergency: z.boolean(TEXTS.yes_or_no) })
  .partial()
  .extend(registryId)
export type UpdateHospital = z.output<typeof updateHospitalInput>

/** What a map shows of the registry, without the page of a list: at most `LIMITS.map_points`. */
export const mapPointsInput = z.strictObject({
  search: textUpTo(LIMITS.search).optional(),
  status: ambulanceStatus.optional(),
})
export type MapPointsInput = z.output<typeof mapPointsInput>

export const ambulancePoints = z.array(
  z.object({
    id: z.number(),
    vehicle_number: z.string(),
    status: ambulanceStatus,
    latitude: z.number(),
    longitude: z.number(),
    /** Null when it stands for the base. */
    position_at: z.string().nullable(),
  }),
)
export type AmbulancePoints = z.infer<typeof ambulancePoints>

export const hospitalPoints = z.array(
  z.object({ id: z.number(), name: z.string(), address: z.string(), latitude: z.number(), longitude: z.number() }),
)
export type HospitalPoints = z.infer<typeof hospitalPoints>

/** A CSV file; size and content are checked by the verb. */
export const importInput = z.strictObject({ file: z.instanceof(File, { error: TEXTS.csv_choose }) })
export const importAnswer = z.object({ added: z.number(), updated: z.number() })
export type ImportAnswer = z.infer<typeof importAnswer>

/** Columns of the files; the optional ones may be missing. */
export const AMBULANCE_COLUMNS = Object.keys(ambulanceFields)
export const HOSPITAL_COLUMNS = Object.keys(hospitalFields)
export const OPTIONAL_COLUMNS = ['email', 'emergency', 'language', 'driver_language']
