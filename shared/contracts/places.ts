import { z } from 'zod'
import { pinCode, requiredText, textUpTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { isNearIndia } from './near-india.ts'
import { TEXTS } from './texts.ts'

export const findPlacesInput = z.strictObject({
  /** Coordinates, a link of a map, a DIGIPIN, a Plus Code, a town or a PIN code. */
  text: requiredText(LIMITS.place_text),
})

/** A place that a text may mean. */
export const placeHit = z.object({
  kind: z.enum(['coordinates', 'link', 'digipin', 'plus_code', 'town', 'pin_code']),
  /** `3 km NE of Whitefield, Bengaluru Urban, Karnataka`; the name of a town with district and state. */
  words: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Metres; null when the notation says nothing of it. */
  accuracy: z.number().nullable(),
})
export type PlaceHit = z.infer<typeof placeHit>

export const foundPlaces = z.object({
  /** At most eight, the likeliest first. */
  hits: z.array(placeHit),
  /** Why there is none, in words. */
  problem: z.string().nullable(),
})
export type FoundPlaces = z.infer<typeof foundPlaces>

export const findPinInput = z.strictObject({ pin_code: pinCode })

/** Where a PIN code is; null where none of ours is near. */
export const pinPlace = z.object({ town: z.string().nullable(), state: z.string() }).nullable()
export type PinPlace = z.infer<typeof pinPlace>

/** The place of an alert: that of one of its reports, or one that an operator found. */
export const setPlaceInput = z
  .strictObject({
    id: z.coerce.number().int().positive(),
    /** The `id` of one of its reports that has a place. */
    report_id: z.uuid().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    /** Metres; null when it is unknown. */
    accuracy: z.number().min(0).max(1_000_000).nullish(),
    /** Replaces the one before; an empty one removes it. */
    landmark: textUpTo(LIMITS.landmark).optional(),
  })
  .refine(
    ({ report_id, latitude, longitude }) =>
      report_id === undefined
        ? latitude !== undefined && longitude !== undefined
        : latitude === undefined && longitude === undefined,
    { message: TEXTS.place_missing, path: ['latitude'] },
  )
  .refine(
    ({ latitude, longitude }) => latitude === undefined || longitude === undefined || isNearIndia(latitude, longitude),
    { message: TEXTS.place_abroad, path: ['latitude'] },
  )
export type SetPlaceInput = z.output<typeof setPlaceInput>
