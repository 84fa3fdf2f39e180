import { z } from 'zod'
import { day } from './formats.ts'
import { listOf, listQuery } from './lists.ts'
import { ROLES } from './roles.ts'
import { TEXTS } from './texts.ts'

/** Everything the audit log notes, in the words a person reads. An action that is not here cannot be written. */
export const AUDIT_ACTIONS = {
  'admin.created': 'Added an admin',
  'alert.attended': 'Closed an alert as attended',
  'alert.claimed': 'Took an alert',
  'alert.raised': 'Alert raised',
  'alert.rejected': 'Rejected an alert',
  'alert.released': 'Put an alert back',
  'alert.place_chosen': 'Chose the place of an alert',
  'ambulance.added': 'Added an ambulance',
  'ambulance.imported': 'Imported ambulances',
  'ambulance.retired': 'Retired an ambulance',
  'ambulance.status_set': 'Set the state of an ambulance',
  'ambulance.updated': 'Changed an ambulance',
  'audit.viewed': 'Read the audit log',
  'bulk_job.created': 'Started a bulk job',
  'bulk_job.downloaded': 'Downloaded a bulk job',
  'bulk_job.printed': 'Marked a bulk job as printed',
  'bulk_job.retried': 'Started a bulk job again',
  'bulk_job.cancelled': 'Stopped a bulk job',
  'chain.registered': 'Registered a sales partner',
  'chain.removed': 'Removed a sales partner',
  'consent.given': 'Gave consent',
  'consent.withdrawn': 'Withdrew consent',
  'coupon.created': 'Made a coupon',
  'coupon.replaced': 'Replaced a sticker',
  'coupon.voided': 'Voided a sticker',
  'creator_coupon.activated': 'Activated a creator coupon',
  'creator_coupon.created': 'Added a creator coupon',
  'creator_coupon.deactivated': 'Deactivated a creator coupon',
  'creator_coupon.deleted': 'Deleted a creator coupon',
  'data.exported': "Downloaded a person's data",
  'dispatch.assigned': 'Sent an ambulance',
  'dispatch.cancelled': 'Called an ambulance back',
  'drill.started': 'Started a drill',
  'handover.revoked': "Revoked a hospital's link",
  'handover.sent': 'Sent a hospital a link',
  'health.viewed': 'Saw health data',
  'hospital.added': 'Added a hospital',
  'hospital.imported': 'Imported hospitals',
  'hospital.retired': 'Retired a hospital',
  'hospital.updated': 'Changed a hospital',
  'identity.revealed': 'Revealed an identity number',
  'identity.viewed': 'Saw identity papers',
  'job.retried': 'Started a failed job again',
  'login.refused': 'Login refused',
  'message.retried': 'Sent a failed message again',
  'password.changed': 'Changed the password',
  'person.erased': 'Erased a person',
  'plan.renewed': 'Renewed a plan',
  'plan.ride_used': 'Used the ride of a plan',
  'profile.updated': 'Changed a profile',
  'recovery_code.used': 'Used a recovery code',
  'recovery_codes.renewed': 'Made new recovery codes',
  'second_factor.enrolled': 'Set up an authenticator app',
  'second_factor.reset': 'Reset an authenticator app',
  'second_factor.turned_off': 'Turned the authenticator app off',
  'session.ended': 'Ended a session',
  'session.opened': 'Logged in',
  'session.theft': 'A stolen session was ended',
  'sessions.ended': 'Logged a person out everywhere',
  'sessions.ended_elsewhere': 'Logged out everywhere else',
  'staff.created': 'Added a staff member',
  'subscriber.registered': 'Registered a subscriber',
  'subscribers.exported': 'Downloaded the list of subscribers',
  'user.removed': 'Removed a person',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS
const ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** What an entry can be about, in words. */
export const AUDIT_SUBJECTS = {
  alert: 'Alert',
  ambulance: 'Ambulance',
  audit: 'Audit log',
  bulk_job: 'Bulk job',
  coupon: 'Coupon',
  creator_coupon: 'Creator coupon',
  failed_job: 'Failed job',
  hospital: 'Hospital',
  message: 'Message',
  subscribers: 'Subscribers',
  user: 'Person',
} as const
export type AuditSubject = keyof typeof AUDIT_SUBJECTS
const SUBJECT_NAMES = Object.keys(AUDIT_SUBJECTS) as [AuditSubject, ...AuditSubject[]]

const id = z.coerce.number().int().positive()

/** Filters of the audit log. Days are inclusive and in India; `subject` and `subject_id` come together. */
export const auditListInput = listQuery
  .omit({ search: true })
  .extend({
    action: z.enum(ACTION_NAMES, TEXTS.audit_action).optional(),
    actor_id: id.optional(),
    subject: z.enum(SUBJECT_NAMES, TEXTS.audit_subject).optional(),
    subject_id: id.optional(),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ subject, subject_id }) => (subject === undefined) === (subject_id === undefined), {
    path: ['subject_id'],
    message: TEXTS.audit_subject_pair,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: TEXTS.dates_order })
export type AuditListInput = z.output<typeof auditListInput>

const person = z.object({ id: z.number(), name: z.string(), role: z.enum(ROLES) })

export const auditRow = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the product itself, or somebody who was not signed in. */
  actor: person.nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.number().nullable(),
  /** Who it is about, when it is about a person. */
  person: person.nullable(),
  /** Facts that explain the entry; never codes, tokens, passwords or health data. */
  detail: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>
export const auditList = listOf(auditRow)
