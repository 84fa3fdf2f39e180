const WORK = 'Of the people who work here and of devices of the company; they are removed, not erased.'
const OTHERS = 'About another person or a hospital, not about the one who is erased.'
const NOBODY = 'Names no person.'

/**
 * What an erasure does to each column whose name says that it may identify a person; a table stands for all of its own.
 * `subscriber`, `partner`, `both`: of whom it is emptied. Else why it stays. A test compares this with the database and
 * with what an erasure leaves: a new column must be decided here.
 */
export const PERSONAL_COLUMNS: Record<string, string> = {
  subscriber_profiles: 'subscriber',
  distributor_profiles: 'partner',
  users: 'both',
  sessions: 'both',
  'sessions.end_reason': NOBODY,
  'otp_challenges.phone_number': 'both',
  alerts: 'subscriber',
  alert_reports: 'subscriber',
  dispatches: 'subscriber',
  messages: 'subscriber',
  'messages.to_email': 'A mail goes to a hospital. The row is emptied with the others of the alert.',
  'messages.params_sealed': 'Emptied at the delivery; the rest with the others of the alert.',
  dev_messages: 'subscriber',
  'dev_messages.to_email': 'A mail goes to a hospital. The row goes with the others of the alert.',
  'stock_moves.note': 'partner',
  'audit_log.ip': 'Emptied in entries of the person. Those of people who work here are kept.',
  second_factors: 'Rows of people with an authenticator app; they go with an erasure, and few subscribers have one.',
  'coupons.void_reason': 'A reason of the office about a sticker.',
  'erasures.reason': 'The proof of the erasure; names and numbers of the person are taken out before it is written.',
  contact_preferences: 'The choice of a contact about their own number.',
  ambulances: WORK,
  'creator_coupons.name': WORK,
  'creator_coupons.social_media_name': WORK,
  on_call_people: WORK,
  push_subscriptions: WORK,
  staff_calls: WORK,
  shift_notes: WORK,
  hospitals: OTHERS,
  'handover_views.ip': OTHERS,
  'bulk_jobs.name': NOBODY,
  'failed_jobs.reason': NOBODY,
  'push_keys.key_sealed': NOBODY,
  'settings.name': NOBODY,
  'synthetic_scans.reason': NOBODY,
  'tallies.name': NOBODY,
}
