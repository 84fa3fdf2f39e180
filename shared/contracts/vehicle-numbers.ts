import { compact } from './compact.ts'

// Without zod: the browser's forms may use this too.

/** As it is stored: upper case, without separators. */
export const normaliseVehicleNumber = (value: string): string => compact(value).toUpperCase()

/** `KA01AB1234`: state, office, series and a number of four digits that is not 0000. */
const STATE_SERIES = /^[A-Z]{2}\d{1,2}[A-Z]{1,3}(?!0000)\d{4}$/
/** `22BH1234AA`: year, BH, number and one or two letters without I and O. */
const BHARAT_SERIES = /^\d{2}BH(?!0000)\d{4}[A-HJ-NP-Z]{1,2}$/

/** Whether a normalised number can stand on an Indian plate. */
export const isVehicleNumber = (value: string): boolean => STATE_SERIES.test(value) || BHARAT_SERIES.test(value)
