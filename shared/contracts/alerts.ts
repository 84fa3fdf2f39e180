import { z } from 'zod'
import { profile, qrcodeOfUser } from './accounts.ts'
import { CALL_OUTCOMES } from './call-outcomes.ts'
import { dispatchEnd, dispatchSummary, dispatchViews } from './dispatch.ts'
import { optionalText, requiredText } from './formats.ts'
import { handoverViews } from './handover.ts'
import { MESSAGE_STATES, PHONE_CHANNELS } from './messages.ts'
import { type LadderName, LADDERS } from './ladder.ts'
import { LIMITS } from './limits.ts'
import { goTo, listOf, listQuery } from './lists.ts'
import { entitlement } from './plans.ts'
import { language } from './scan.ts'
import { TEXTS } from './texts.ts'

export const ALERT_STATUSES = ['PENDING', 'ATTENDED', 'REJECTED'] as const
export const alertStatus = z.enum(ALERT_STATUSES)
export type AlertStatus = z.infer<typeof alertStatus>

const person = z.object({ id: z.number(), name: z.string(), phone_number: z.string() })

/** An alert as a card and as every live event carries it. `version` grows with each change: newer wins. */
export const alertCard = z.object({
  id: z.number(),
  version: z.number(),
  status: alertStatus,
  timestamp: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  /** The position in words, `3 km NE of Whitefield, Bengaluru Urban, Karnataka`; null when none was sent. */
  place: z.string().nullable(),
  landmark: z.string().nullable(),
  description: z.string().nullable(),
  first_respondent_phone: z.string().nullable(),
  /** In which language the newest report's bystander read the page; null for what came another way. */
  language: language.nullable(),
  report_count: z.number(),
  /** Since when the bystander waits for a call that was asked for. */
  call_asked_at: z.string().nullable(),
  /** Its reports name places too far apart to be one: an operator decides. */
  places_differ: z.boolean(),
  /** The first alert of the accident it was linked to, itself perhaps; null when it is linked to none. */
  incident_id: z.number().nullable(),
  /** The alert of this sticker that was attended shortly before this one was raised. */
  follows_id: z.number().nullable(),
  /** Over a limit: kept, silent, relatives not notified until an operator claims it. */
  verify_by_phone: z.boolean(),
  /** The rule (`ALERT_RULES`) that lets relatives wait for a claim; null when they do not wait. It rings as usual. */
  relatives_wait_for: z.string().nullable(),
  unregistered: z.boolean(),
  expired: z.boolean(),
  drill: z.boolean(),
  /** `DRILL` for a drill without a sticker. */
  serial_number: z.string(),
  claimed_by: person.nullable(),
  claimed_at: z.string().nullable(),
  /** Since when it is unclaimed: the press, or the last release. */
  waiting_since: z.string(),
  /**
   * Until when a claimed alert may be silent by acts and the ambulance's steps: consoles ring after it by themselves.
   * Null when it waits, is closed or a drill. See `alert-owner.ts`.
   */
  owner_deadline: z.string().nullable(),
  /** From when its owner's own consoles ring, before that. An act moves it. */
  holder_deadline: z.string().nullable(),
  /** Why it waits again, when a missed deadline released it: "No dispatch, note or call by Asha for 2 min". */
  given_back: z.string().nullable(),
  attending_staff: person.nullable(),
  closed_at: z.string().nullable(),
  /** 0 to 3: its escalation since `waiting_since`; see `escalationLevel`. */
  escalation_level: z.number(),
  /** The ambulance that is on its way; null before, and when it is done. */
  dispatch: dispatchSummary.nullable(),
  dispatch_end: dispatchEnd.nullable(),
  /** Null for an unregistered sticker. */
  user: z
    .object({ id: z.number(), first_name: z.string(), last_name: z.string(), phone_number: z.string() })
    .nullable(),
})
export type AlertCard = z.infer<typeof alertCard>

export const ALERT_EVENT_KINDS = [
  'raised',
  'joined',
  'details',
  'claimed',
  'taken_over',
  'released',
  'dispatched',
  'dispatch_state',
  'told',
  'message',
  'called',
  'handover',
  'viewed',
  'attended',
  'rejected',
  'escalated',
  'note',
] as const
export type AlertEventKind = (typeof ALERT_EVENT_KINDS)[number]

/**
 * What `alerts.live` streams. First a snapshot (all open alerts) or, for a console that gave its cursor, the missed
 * changes; then every change. `seq` is the cursor: commit order, never reused.
 */
export type LiveEvent =
  | { type: 'snapshot'; seq: number; alerts: AlertCard[] }
  | { type: 'alert'; seq: number; kind: AlertEventKind; alert: AlertCard }

export const liveInput = z.object({ lastEventId: z.string().max(20).nullish() }).nullish()

export const alertListInput = listQuery.extend({
  /** CLOSED: attended or rejected. */
  status: z.enum([...ALERT_STATUSES, 'CLOSED']).optional(),
  /** The other way round: of pending alerts the newest first. */
  sort: z.literal('-timestamp').optional(),
  /** Begins at the closed alerts of this day in India. */
  go_to: goTo,
})
export const alertList = listOf(alertCard)

export const timelineEntry = z.object({
  id: z.number(),
  kind: z.enum(ALERT_EVENT_KINDS),
  at: z.string(),
  actor: z.string().nullable(),
  /** One sentence in English, without health data. */
  text: z.string(),
  /** What it shares with others beside it, `SMS sent`, and the one it is about; null for an entry alone. */
  group: z.object({ title: z.string(), to: z.string() }).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const alertMessage = z.object({
  id: z.number(),
  channel: z.enum([...PHONE_CHANNELS, 'email']),
  template: z.string(),
  recipient_name: z.string().nullable(),
  recipient_relation: z.string().nullable(),
  /** The number of an SMS. */
  to_phone: z.string().nullable(),
  /** The address of an e-mail. */
  to_email: z.string().nullable(),
  /** The hospital it is about; null for messages about no hospital. */
  hospital_id: z.number().nullable(),
  /** The link it carries, or that made it. */
  handover_id: z.number().nullable(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.number(),
  /** The worker died while sending and no provider could say whether it went out; it was sent again. */
  uncertain: z.boolean(),
  provider: z.string().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
})
export type AlertMessage = z.infer<typeof alertMessage>

/** One report, or what a bystander added after theirs, as the phone sent it. */
export const alertReport = z.object({
  id: z.uuid(),
  /** Not a report of its own: what the bystander added afterwards. */
  added_later: z.boolean(),
  /** In which language the bystander read the page; null for what came another way. */
  language: language.nullable(),
  /** When the button was pressed, and when the report reached the server. */
  pressed_at: z.string(),
  received_at: z.string(),
  /** How long the report waited for the network; null when it came through at once. */
  delayed_seconds: z.number().nullable(),
  first_respondent_phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  /** The position in words; null without one and far from every locality. */
  place: z.string().nullable(),
  landmark: z.string().nullable(),
  /** Metres from the place of the alert; null where either has none. */
  distance_m: z.number().nullable(),
  /** A link to the photo of the scene that came with it, valid for minutes. */
  photo: z.string().nullable(),
  /** The bystander asked to be called. */
  call_me: z.boolean(),
})
export type AlertReport = z.infer<typeof alertReport>

const callOutcome = z.enum(CALL_OUTCOMES, 'Choose what came of the call.')

const alertCall = z.object({
  at: z.string(),
  by: z.string().nullable(),
  outcome: callOutcome,
  note: z.string().nullable(),
})
export type AlertCall = z.infer<typeof alertCall>

/** A person who is notified of an alert or can be called about it. */
export const alertPerson = z.object({
  /** `relative:9876543210`, `driver:9876543210`, `hospital:7`, `staff:9876543210`, `bystander:9876543210`. */
  key: z.string(),
  name: z.string().nullable(),
  /** Spouse, Relative, Friend 1, ..., Driver, Hospital, Admin, On call. */
  relation: z.string(),
  phone: z.string().nullable(),
  /** Of `messages`, oldest first. */
  message_ids: z.array(z.number()),
  /** Newest first. */
  calls: z.array(alertCall),
  /** How far telling them has come; null without a message that begins a ladder. */
  ladder: z
    .object({
      name: z.enum(Object.keys(LADDERS) as LadderName[]),
      began_at: z.string(),
      /** `over`: the reason ended before they were notified. */
      state: z.enum(['told', 'climbing', 'over']),
      /** Whether calls are made; without a provider for them only messages are. */
      calls: z.boolean(),
    })
    .nullable(),
})
export type AlertPerson = z.infer<typeof alertPerson>

/** The alert page: the card plus what only operators see. */
export const alertDetail = alertCard.extend({
  user: z
    .object({
      id: z.number(),
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.string(),
      email: z.string().nullable(),
      role: z.string(),
      profile: profile.nullable(),
      qrcode: qrcodeOfUser.nullable(),
    })
    .nullable(),
  /** What the plan of the person paid for on the day of the alert. */
  plan: entitlement.nullable(),
  /** Oldest first; the newest 200, or those before the entry that was asked for. */
  timeline: z.array(timelineEntry),
  /** Ask with it for the entries before these; null when there are none. */
  timeline_before: z.number().nullable(),
  messages: z.array(alertMessage),
  /** Every report and addition, oldest first (the newest 50); empty for the subscriber. */
  reports: z.array(alertReport),
  /** Relatives, drivers and hospitals; empty for the subscriber. */
  people: z.array(alertPerson),
  /** Newest first; empty for the subscriber. */
  dispatches: dispatchViews,
  /** Newest first; empty for the subscriber. */
  handovers: handoverViews,
  /** The other alerts of the same accident, oldest first; empty for the subscriber. */
  incident: z.array(alertCard),
  /** Open alerts that may be of the same accident: raised within 100 m and ten minutes, not linked to it yet. */
  nearby: z.array(alertCard),
})
export type AlertDetail = z.infer<typeof alertDetail>

export const alertId = z.strictObject({ id: z.coerce.number().int().positive() })

/** Another alert of the same accident. */
export const linkAlertInput = alertId.extend({ with_id: z.number().int().positive() })

export const readAlertInput = alertId.extend({
  /** `timeline_before` of an earlier answer. */
  timeline_before: z.coerce.number().int().positive().optional(),
})

export const claimAlertInput = alertId.extend({
  /** Set to take an alert over from its owner. */
  take_over: z.boolean().default(false),
})

export const updateAlertInput = alertId.extend({
  status: z.enum(['ATTENDED', 'REJECTED'], 'Status must be ATTENDED or REJECTED.'),
  description: requiredText(LIMITS.alert_description, TEXTS.alert_description_required),
})

export const addNoteInput = alertId.extend({
  /** Made by the caller: the same note sent twice is one note. */
  note_id: z.uuid(),
  note: requiredText(LIMITS.alert_note),
})

export const noteCallInput = alertId.extend({
  /** Made by the caller: the same one again is the same call. */
  call_id: z.uuid(),
  /** The `key` of a person of the alert. */
  person: z.string().max(40),
  outcome: callOutcome,
  note: optionalText(LIMITS.call_note),
})
export type NoteCall = z.output<typeof noteCallInput>

export const retryMessageInput = z.strictObject({ message_id: z.coerce.number().int().positive() })

/** A browser reports that it shows live alerts and whether its sound is armed. */
export const consoleReport = z.strictObject({ console_id: z.uuid(), armed: z.boolean(), open: z.boolean() })
