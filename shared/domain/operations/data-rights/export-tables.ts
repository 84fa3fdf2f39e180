/**
 * Every column that points at a person, and where the export has it or why it has not. A test compares this with the
 * foreign keys of the database: a new table must be decided here.
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

const WORK = 'Done as part of the work on another person; that it was done stands in "actions".'
const STOCK = 'Books of the trade between the company and its partners; a partner reads them under My stock.'

export const NOT_EXPORTED: Record<string, string> = {
  'alert_events.actor_id': WORK,
  'alerts.attending_staff_id': WORK,
  'alerts.claimed_by': WORK,
  'bulk_jobs.created_by': WORK,
  'bulk_jobs.owner_id': STOCK,
  'bulk_jobs.printed_by': WORK,
  'coupons.activated_by': WORK,
  'coupons.holder_id': STOCK,
  'coupons.voided_by': WORK,
  'creator_coupons.created_by': WORK,
  'dispatches.assigned_by': WORK,
  'handovers.created_by': WORK,
  'erasures.erased_by': WORK,
  'erasures.user_id': 'Exists only after an erasure, when there is nothing left to export.',
  'consoles.user_id': 'Whether a console is armed right now; gone after a day.',
  'login_challenges.user_id': 'A login that is half done, for minutes.',
  'push_subscriptions.user_id': 'Addresses of the own browsers; listed and removed under Account security.',
  'recovery_codes.user_id': 'Only hashes, worth nothing to anybody.',
  'sales_counts.holder_id': STOCK,
  'stock_counts.holder_id': STOCK,
  'stock_moves.from_id': STOCK,
  'stock_moves.moved_by': WORK,
  'stock_moves.to_id': STOCK,
  'subscriber_profiles.registered_by': WORK,
  'subscriber_profiles.seller_id': WORK,
  'users.parent_id': 'Who registered whom is about two people; one can ask the person above.',
}
