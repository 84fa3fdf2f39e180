/** Numbers of the specification and of the design. Lengths are characters as a person counts them, times are as named. */
export const LIMITS = {
  otp_length: 6,
  otp_valid_seconds: 300,
  otp_tries: 5,
  second_factor_seconds: 300,
  second_factor_proof: 40,
  otp_resend_seconds: 60,
  /** Of a number, from one network. */
  otp_per_hour: 5,
  otp_per_day: 10,
  /** Of a number from all networks together in which its person never logged in. */
  otp_strangers_per_hour: 10,
  otp_strangers_per_day: 20,
  /**
   * Requests for codes in an hour from a network, by the bits of its address: a larger one has more customers. Each
   * counts, whatever its answer, as that says who is registered.
   */
  otp_requests_per_hour: {
    ipv4: [
      { bits: 32, most: 20 },
      { bits: 24, most: 200 },
    ],
    ipv6: [
      { bits: 64, most: 20 },
      { bits: 56, most: 40 },
      { bits: 48, most: 100 },
    ],
  },
  /** In one hour at most this part of OTP_PER_DAY. */
  otp_hours: 8,
  /** Fifths of the hour and of the day that may be used up when a code is asked for by these people. */
  otp_fifths: { anyone: 3, registered: 4, staff: 5 },
  login: 50,
  password: 20,
  password_min: 8,
  /** A password that another person chose logs in for so long. */
  first_password_hours: 72,
  name: 20,
  email: 50,
  serial_number: 15,
  address: 150,
  pin_code: 6,
  health: 200,
  /** Open alerts so near and so close in time are offered as one accident. */
  incident_metres: 100,
  incident_minutes: 10,
  phone: 10,
  /** A number as it is pasted, with its prefix, separators and marks. */
  phone_typed: 80,
  staff_last_name: 50,
  staff_email: 100,
  photo_bytes: 5 * 1024 * 1024,
  term_days: 365,
  page_size: 10,
  page_size_max: 100,
  /** Rows that are changed together. */
  rows_at_once: 100,
  /** Days before its end in which a plan counts as expiring. */
  expiring_days: 30,
  search: 100,
  go_to: 50,
  search_debounce_ms: 300,
  /** Calls in one request of tRPC. */
  batch_most: 20,
  /** The share of a job's progress that is drawing codes, by the time it takes; the rest is drawing sheets. */
  bulk_codes_share: 0.5,
  bulk_count_max: 5000,
  bulk_count_default: 50,
  bulk_poll_running_ms: 500,
  bulk_poll_rest_ms: 10_000,
  bulk_name: 60,
  /** Serial numbers typed or pasted for one transfer of stock. */
  stock_serials: 5000,
  stock_note: 200,
  /** Batches and sellers shown at once. */
  stock_batches: 200,
  statement_sellers: 100,
  statement_months: 12,
  statement_export_months: 36,
  void_reason_min: 3,
  void_reason: 200,
  dashboard_recent: 10,
  count_most: 10_000,
  count_most_of_common_term: 200,
  count_most_of_several_filters: 250,
  creator_name: 50,
  firm_name: 80,
  district: 50,
  bank: 80,
  kyc_code: 30,
  document_bytes: 5 * 1024 * 1024,
  aadhar: 12,
  toast_seconds: 3,
  redirect_after_register_ms: 1500,
  coupon_dialog_closes_ms: 1200,
  alert_description: 1000,
  landmark: 120,
  /** What is typed or pasted to find a place: links are long. */
  place_text: 2000,
  call_note: 200,
  access_minutes: 30,
  /** For so long after a login nothing more is asked for ending sessions elsewhere. */
  fresh_login_minutes: 10,
  refresh_days: 30,
  refresh_days_staff: 7,
  /** An alert that is raised so soon after an attended one of the same sticker names it. */
  follows_minutes: 30,
  /** Metres: phones overestimate their accuracy. */
  accuracy_floor: 5,
  /** Metres between two places that may still be one, where their own accuracy does not allow more. */
  place_apart: 500,
  /** Minutes to an arrival: what is longer is said to nobody who waits. */
  promised_minutes: 180,
  /** Minutes to an arrival that a message says; its registered text has minutes, not hours. */
  promised_minutes_message: 60,
  age_amber_seconds: 30,
  age_red_seconds: 60,
  unclaimed_call_112_seconds: 30,
  console_online_seconds: 45,
  /** A driver who has not answered after so long should be called, or another ambulance be sent. */
  driver_answer_seconds: 60,
  escalation_seconds: [30, 60, 120],
  staff_sms_every_seconds: 60,
  on_call_name: 40,
  push_every_seconds: 10,
  push_devices: 10,
  push_endpoint: 1000,
  on_call_people: 50,
  /** Rows of the history on the on-call page. */
  on_call_history: 20,
  /** Staff are called, and a dismissed alert rings, again after so long without a claim. */
  alarm_repeat_minutes: 5,
  no_console_seconds: 60,
  no_console_repeat_minutes: 30,
  synthetic_failures: 2,
  synthetic_repeat_minutes: 30,
  alert_note: 500,
  alert_note_days: 7,
  alert_reports_shown: 50,
  /** Entries of a timeline in one answer, the newest; earlier ones are asked for. */
  timeline_shown: 200,
  /** What may be added to an alert through its status link: by one network, and in all. */
  details_per_network: 10,
  details_per_alert: 40,
  shift_note: 1000,
  vehicle_number: 20,
  operator: 80,
  outside_provider: 60,
  dispatch_note: 200,
  driver_name: 50,
  hospital_name: 80,
  map_points: 500,
  position_fresh_minutes: 30,
  /** Open alerts in a live snapshot, the newest: below what a slow console may have waiting. The list has all, page by page. */
  snapshot_alerts: 1_000,
  /** The relatives' link, from the press or the last ambulance that was sent. */
  track_link_hours: 24,
  import_bytes: 1024 * 1024,
  import_rows: 5000,
  import_mistakes: 100,
  renewal_tries_per_hour: 10,
  drill_own_hours: 24,
  drill_office_per_hour: 10,
  drill_minutes: 30,
  /** Also a claimed one that was forgotten. */
  drill_hours: 24,
  contact_check_days: 30,
  contact_check_most: 12,
  /**
   * Seconds within which nine of ten alerts should be taken (the first stage of escalation), have an ambulance sent, and
   * see it arrive (20 minutes: the National Ambulance Services guidance of 29 June 2026).
   */
  response_targets: { claim: 30, dispatch: 120, scene: 20 * 60 },
  /** Alerts shown behind a figure. */
  slowest_alerts: 25,
  figures_days: 366,
  // Retention: days a thing is kept. docs/records.md names the law behind each.
  /** A second press so soon after a step is a double tap. */
  step_lock_ms: 1_000,
  step_take_back_seconds: 8,
  keep_days_codes: 1,
  keep_days_login_challenges: 1,
  keep_days_consoles: 1,
  keep_days_ambulance_positions: 1,
  keep_days_outbox: 7,
  keep_days_requests: 7,
  keep_days_dev_messages: 30,
  keep_days_staff_calls: 30,
  /** Of a number that no subscriber names any more. */
  keep_days_contact_preferences: 30,
  keep_days_bulk_zips: 30,
  keep_days_sessions: 90,
  keep_days_on_call: 180,
  keep_days_push: 180,
  keep_days_failed_jobs: 90,
  keep_days_message_contents: 180,
  keep_days_alert_places: 180,
  keep_days_timeline_details: 180,
  keep_days_dispatch_notes: 180,
  keep_days_handover_addresses: 180,
  keep_days_shift_notes: 365,
  keep_days_audit: 400,
  /** Terms and alerts of an erased person, under an id: as long as books must be kept. */
  keep_erased_years: 8,
  exports_per_day: 3,
} as const
