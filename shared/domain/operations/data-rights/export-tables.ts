/**
 * Every column that points at a person, and where the export has it or why it has not. A test compares this with the
 * foreign keys of the database: whoever adds a table decides here.
 */
export const EXPORTED: Record<string, string> = {
  'alerts.user_id': 'alerts, ambulances, hospital_links, messages',
  'audit_log.actor_id': 'actions',
  'consents.user_id': 'consents',
  'coupons.user_id': 'stickers',
  'distributor_profiles.user_id': 'sales_partner',
  'messages.user_id': 'messages',
  'second_factors.user_id': 'second_factor',
  'sessions.user_id': 'logins',
  'shift_notes.written_by': 'shift_notes',
  'subscriber_profiles.user_id': 'subscriber, photo',
  'subscriptions.user_id': 'terms',
}

const WORK = 'Done as part of the work on somebody else; that it was done stands in "actions".'

export const NOT_EXPORTED: Record<string, string> = {
  'alert_events.actor_id': WORK,
  'alerts.attending_staff_id': WORK,
  'alerts.claimed_by': WORK,
  'bulk_jobs.created_by': WORK,
  'bulk_jobs.printed_by': WORK,
  'coupons.voided_by': WORK,
  'creator_coupons.created_by': WORK,
  'dispatches.assigned_by': WORK,
  'handovers.created_by': WORK,
  'erasures.erased_by': WORK,
  'erasures.user_id': 'Exists only after an erasure, when there is nothing left to export.',
  'consoles.user_id': 'Which screen listens just now; gone after a day.',
  'login_challenges.user_id': 'A login that is half done, for minutes.',
  'recovery_codes.user_id': 'Only hashes, worth nothing to anybody.',
  'users.parent_id': 'Who registered whom is about two people; one can ask the person above.',
}
