import { z } from 'zod'
import { DISPATCH_STATES, DRIVER_STEPS } from './dispatch-states.ts'
import { requiredText, textUpTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { entitlement } from './plans.ts'
import { language } from './scan.ts'
import { requestId } from './requests.ts'

export const AMBULANCE_TYPES = ['BASIC', 'ADVANCED', 'TRANSPORT'] as const
export const ambulanceType = z.enum(AMBULANCE_TYPES)
export type AmbulanceType = z.infer<typeof ambulanceType>

export const AMBULANCE_STATUSES = ['AVAILABLE', 'BUSY', 'OFF'] as const
export const ambulanceStatus = z.enum(AMBULANCE_STATUSES)
export type AmbulanceStatus = z.infer<typeof ambulanceStatus>

export const dispatchState = z.enum(DISPATCH_STATES)

/** `route`: a router said so. `estimate`: distance x 1.4 at 30 km/h. */
export const etaSource = z.enum(['route', 'estimate'])

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** An ambulance that could go. */
export const candidate = z.object({
  ambulance_id: z.number(),
  vehicle_number: z.string(),
  type: ambulanceType,
  operator: z.string(),
  driver_name: z.string(),
  driver_phone: z.string(),
  /** Null while the alert has no place; so are the minutes. */
  distance_km: z.number().nullable(),
  eta_minutes: z.number().nullable(),
  eta_source: etaSource.nullable(),
  latitude,
  longitude,
  /** When it last sent its position; null when the distance is from its base. */
  position_at: z.string().nullable(),
  /** Within `NEAR_KM` and `NEAR_MINUTES`; true where the distance is unknown. */
  near: z.boolean(),
  /** Whether it is within what the plan pays for; null without a plan or a place. */
  inside_plan: z.boolean().nullable(),
  /** Why it stands here: "1.2 km away, position 3 min old", "4 km from its base, position unknown, last contact 3 h ago". */
  reason: z.string(),
})
export type Candidate = z.infer<typeof candidate>

export const candidates = z.object({
  /** At most five; of a search at most twenty. Empty without a place and a search. */
  candidates: z.array(candidate),
  has_location: z.boolean(),
  plan: entitlement.nullable(),
  /** Whether the router answered; `none` when none is set. */
  router: z.enum(['none', 'ok', 'failed']),
})
export type Candidates = z.infer<typeof candidates>

/** The alert that is asked about. */
export const alertOfDispatch = z.strictObject({ id: z.coerce.number().int().positive() })

export const candidatesInput = alertOfDispatch.extend({
  /** Vehicle number, operator, driver, or a town near the base. */
  search: textUpTo(LIMITS.search).optional(),
})

/** One ambulance of ours, or an outside provider's in words ("108", "City Hospital") with a note. */
export const assignInput = z
  .strictObject({
    ...requestId,
    id: z.coerce.number().int().positive(),
    ambulance_id: z.number().int().positive().optional(),
    outside_provider: requiredText(LIMITS.outside_provider, 'Who is sending it?').optional(),
    note: textUpTo(LIMITS.dispatch_note).optional(),
    /** The unanswered dispatch, called back in the same step. */
    instead_of: z.number().int().positive().optional(),
  })
  .refine((input) => (input.ambulance_id === undefined) !== (input.outside_provider === undefined), {
    message: 'Choose an ambulance or name an outside provider.',
    path: ['ambulance_id'],
  })

/** The alert, and the dispatch that is meant: without it the one that is on its way. */
const dispatchOfAlert = alertOfDispatch.extend({ dispatch_id: z.number().int().positive().optional() })

export const cancelDispatchInput = dispatchOfAlert.extend({
  reason: requiredText(LIMITS.dispatch_note, 'Say why in a few words.', 3),
})

/** The alert, and the ambulance of the same accident that is to take its person too. */
export const shareRideInput = alertOfDispatch.extend({ ...requestId, dispatch_id: z.number().int().positive() })
export type ShareRide = z.output<typeof shareRideInput>

/** Minutes since the last position of a driving ambulance that has gone silent; null while it is seen. */
const unseenMinutes = z.number().nullable()

/** The ambulance of an alert as its page, its card and its timeline show it. */
export const dispatchView = z.object({
  id: z.number(),
  state: dispatchState,
  ambulance_id: z.number().nullable(),
  vehicle_number: z.string().nullable(),
  outside_provider: z.string().nullable(),
  note: z.string().nullable(),
  driver_name: z.string().nullable(),
  driver_phone: z.string().nullable(),
  distance_km: z.number().nullable(),
  /** From the moment it was sent. */
  eta_minutes: z.number().nullable(),
  eta_source: etaSource.nullable(),
  /** From now; null when it is there or unknown. */
  minutes_left: z.number().nullable(),
  unseen_minutes: unseenMinutes,
  inside_plan: z.boolean().nullable(),
  /** The alerts it goes to; more than one when people of one accident share it. */
  alert_ids: z.array(z.number()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  position_at: z.string().nullable(),
  assigned_at: z.string(),
  accepted_at: z.string().nullable(),
  en_route_at: z.string().nullable(),
  at_scene_at: z.string().nullable(),
  transporting_at: z.string().nullable(),
  at_hospital_at: z.string().nullable(),
  done_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  declined: z.boolean(),
  /** The driver was neither reached by SMS nor by call (`LADDERS.driver`): another one should be asked. */
  unanswered: z.boolean(),
  /** They confirmed by key, or an operator noted a call that reached them. */
  driver_heard: z.boolean(),
})
export type DispatchView = z.infer<typeof dispatchView>
export const dispatchViews = z.array(dispatchView)

/** What a card shows of the ambulance that is on its way; the rest is in `dispatchView`. */
export const dispatchSummary = z.object({
  id: z.number(),
  state: dispatchState,
  vehicle_number: z.string().nullable(),
  outside_provider: z.string().nullable(),
  /** From the moment it was sent. */
  eta_minutes: z.number().nullable(),
  /** When its state was entered. */
  since: z.string(),
  /** When it should arrive: so many minutes after its last step. Null when that is unknown, and once it is there. */
  arrives_at: z.string().nullable(),
})
export type DispatchSummary = z.infer<typeof dispatchSummary>

/** How the last ambulance of an alert ended, while no other is out; one that was called back does not count. */
export const dispatchEnd = z.object({
  /** The ride is done, or the driver cannot come. */
  outcome: z.enum(['done', 'declined']),
  name: z.string(),
  at: z.string(),
})

/** The driver page's data. No health data, no address of the subscriber's home. */
export const driverView = z.object({
  state: dispatchState,
  alert_id: z.number(),
  vehicle_number: z.string(),
  /** First name of the person; null for an unregistered sticker. */
  first_name: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  landmark: z.string().nullable(),
  /** Who pressed, if the number was given. */
  bystander_phone: z.string().nullable(),
  /** A link to the newest photo of the scene, valid for minutes. */
  photo: z.string().nullable(),
  /** How many people of the accident it is sent for. */
  people: z.number(),
  /** Where the patient is to be brought, as soon as the call centre has notified a hospital. */
  hospital: z.object({ name: z.string(), phone: z.string(), latitude, longitude }).nullable(),
  call_centre_phone: z.string(),
  /** How long the last step can still be taken back, in milliseconds. */
  take_back_ms: z.number(),
  assigned_at: z.string(),
  /** The steps that can be taken now, in order; empty when all is over. */
  next: z.array(z.enum(DRIVER_STEPS)),
})
export type DriverView = z.infer<typeof driverView>

/** A press on the driver's page. Pressed twice, late or out of order it is harmless: a state never goes back. */
export const driverStepInput = z.strictObject({
  step: z.enum(DRIVER_STEPS),
  /**
   * Milliseconds since the press, at most six hours. With it a second press within a second is a double tap, and no step.
   * A program leaves it out.
   */
  pressed_ms_ago: z
    .number()
    .int()
    .min(0)
    .max(6 * 3_600_000)
    .optional(),
})
/** Takes the last step back. */
export const takeBackStepInput = driverStepInput.omit({ step: true })
export type TakeBackStepInput = z.output<typeof takeBackStepInput>
export type DriverStepInput = z.output<typeof driverStepInput>

/** A step the driver reported by phone, noted by the operator: the only way for an outside provider. */
export const noteStepInput = dispatchOfAlert.extend({ step: z.enum(DRIVER_STEPS) })
/** Takes a step back that was just noted: the ambulance must be at it still. */
export const takeBackNotedStepInput = alertOfDispatch.extend({
  dispatch_id: z.number().int().positive(),
  step: z.enum(DRIVER_STEPS),
})

export const driverPositionInput = z.strictObject({
  latitude,
  longitude,
  /** Radius in metres. */
  accuracy: z.number().min(0).max(1_000_000).nullish(),
  /** Milliseconds since the fix; an older one than the last known changes nothing. */
  fixed_ms_ago: z.number().int().min(0).max(3_600_000).default(0),
})
export type DriverPositionInput = z.output<typeof driverPositionInput>

/** The token of a driver's or a relative's link. Anything that is none of ours is answered like an unknown one. */
export const linkToken = z.strictObject({ token: z.string() })

/** The relatives' page's data. No health data. The link ends 24 hours after the press or the last ambulance. */
export const trackView = z.object({
  /** First name of the person. */
  first_name: z.string(),
  raised_at: z.string(),
  status: z.enum(['PENDING', 'ATTENDED', 'REJECTED']),
  /** First name of the operator who takes care. */
  taken_by: z.string().nullable(),
  place: z.object({ latitude, longitude, accuracy: z.number().nullable(), landmark: z.string().nullable() }).nullable(),
  ambulance: z
    .object({
      state: dispatchState,
      vehicle_number: z.string().nullable(),
      outside_provider: z.string().nullable(),
      driver_name: z.string().nullable(),
      driver_phone: z.string().nullable(),
      /** From now; null when it is there or unknown. */
      eta_minutes: z.number().nullable(),
      unseen_minutes: unseenMinutes,
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      position_at: z.string().nullable(),
    })
    .nullable(),
  hospital: z.object({ name: z.string(), phone: z.string(), latitude, longitude }).nullable(),
  call_centre_phone: z.string(),
  closed_at: z.string().nullable(),
  /** Of the person whose own link it is; null of a link that all relatives of an alert share. */
  language: language.nullable(),
  /** Whether that person has confirmed; null without a person. */
  confirmed: z.boolean().nullable(),
})
export type TrackView = z.infer<typeof trackView>

/** Of an open alert that no ambulance was sent to: the nearest one for emergencies. */
const nearestAmbulance = z.object({
  alert_id: z.number(),
  vehicle_number: z.string(),
  /** Whole minutes, estimated from the distance. */
  minutes: z.number(),
})
export type NearestAmbulance = z.infer<typeof nearestAmbulance>
export const nearestAmbulances = z.array(nearestAmbulance)
