/* Generated from the migrations by `npm run types:generate`; `npm test` checks that it matches. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written as JSON text or as a plain value; read back as whatever was stored. */
export type Json = ColumnType<unknown, unknown, unknown>

export interface AlertEventsTable {
  id: GeneratedAlways<number>
  seq: number | null
  alert_id: number
  kind: 'raised' | 'joined' | 'details' | 'claimed' | 'taken_over' | 'released' | 'dispatched' | 'dispatch_state' | 'told' | 'message' | 'called' | 'handover' | 'viewed' | 'attended' | 'rejected' | 'escalated' | 'note'
  actor_id: number | null
  detail: ColumnType<unknown, unknown | undefined, unknown>
  at: Generated<Date>
}

export interface AlertReportsTable {
  scan_id: string
  alert_id: number
  coupon_id: number
  device_id: string | null
  ip_hash: Buffer | null
  first_respondent_phone: string | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  landmark: string | null
  pressed_at: Date
  created_at: Generated<Date>
  added_later: Generated<boolean>
  language: string | null
  photo: string | null
  call_me: Generated<boolean>
  another_site: Generated<boolean>
}

export interface AlertsTable {
  id: GeneratedAlways<number>
  coupon_id: number | null
  user_id: number | null
  status: Generated<'PENDING' | 'ATTENDED' | 'REJECTED'>
  timestamp: Generated<Date>
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  landmark: string | null
  first_respondent_phone: string | null
  description: string | null
  status_token: string
  report_count: Generated<number>
  verify_by_phone: Generated<boolean>
  unregistered: Generated<boolean>
  expired: Generated<boolean>
  drill: Generated<boolean>
  claimed_by: number | null
  claimed_at: Date | null
  attending_staff_id: number | null
  closed_at: Date | null
  relatives_told_at: Date | null
  escalation_level: Generated<number>
  version: Generated<number>
  track_token: string | null
  waiting_since: Generated<Date>
  first_claimed_at: Date | null
  last_act_at: Date | null
  places_differ: Generated<boolean>
  follows_id: number | null
  incident_id: number | null
  place_set: Generated<boolean>
  call_asked_at: Date | null
  relatives_wait_for: string | null
}

export interface AmbulancesTable {
  id: GeneratedAlways<number>
  vehicle_number: string
  type: Generated<'BASIC' | 'ADVANCED' | 'TRANSPORT'>
  operator: string
  driver_name: string
  driver_phone: string
  base_latitude: number
  base_longitude: number
  last_latitude: number | null
  last_longitude: number | null
  last_position_at: Date | null
  status: Generated<'AVAILABLE' | 'BUSY' | 'OFF'>
  created_at: Generated<Date>
  retired_at: Date | null
  moved_latitude: number | null
  moved_longitude: number | null
  moved_at: Date | null
  driver_language: Generated<string>
}

export interface AuditChecksTable {
  one: Generated<boolean>
  next_at: Generated<Date>
  first_at: Generated<Date>
  ended_at: Date | null
  newest: ColumnType<unknown, unknown | undefined, unknown>
  round: ColumnType<unknown, unknown | undefined, unknown>
  round_ended_at: Date | null
  broken: ColumnType<unknown, unknown | undefined, unknown>
}

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  actor_id: number | null
  action: string
  subject: string
  subject_id: number | null
  detail: ColumnType<unknown, unknown | undefined, unknown>
  ip: string | null
}

export interface AuditSealsTable {
  first_id: number
  last_id: number
  entries: number
  newest_at: Date
  previous: Buffer
  hash: Buffer
  sealed_at: Generated<Date>
  forgotten_at: Date | null
}

export interface BulkJobsTable {
  id: GeneratedAlways<number>
  count: number
  status: Generated<'PROCESSING' | 'COMPLETED' | 'PRINTED' | 'FAILED'>
  progress: Generated<number>
  file: string | null
  file_bytes: number | null
  last_error: string | null
  created_by: number
  created_at: Generated<Date>
  completed_at: Date | null
  printed_by: number | null
  printed_at: Date | null
  runs: Generated<number>
  touched_at: Generated<Date>
  request_id: string | null
  cancelled_at: Date | null
  name: string | null
  owner_id: number | null
  label_style: Generated<'branded' | 'bare' | 'card'>
}

export interface ConsentsTable {
  id: GeneratedAlways<number>
  user_id: number
  event: 'given' | 'withdrawn'
  version: string
  how: 'registration' | 'by_staff' | 'profile'
  at: Generated<Date>
}

export interface ConsoleWatchTable {
  one: Generated<boolean>
  outage: Generated<number>
  silent_since: Date | null
  told_at: Date | null
}

export interface ConsolesTable {
  id: string
  user_id: number
  armed: boolean
  last_seen_at: Generated<Date>
}

export interface ContactPreferencesTable {
  phone: string
  token: string
  channel: Generated<'sms' | 'whatsapp'>
  language: Generated<string>
  created_at: Generated<Date>
  chosen_at: Date | null
}

export interface CouponsTable {
  id: GeneratedAlways<number>
  serial_number: string
  coupon_code: string
  token: string
  status: Generated<'AVAILABLE' | 'USED'>
  voided_at: Date | null
  void_reason: string | null
  bulk_job_id: number | null
  user_id: number | null
  used_at: Date | null
  created_at: Generated<Date>
  voided_by: number | null
  replaces_id: number | null
  holder_id: number | null
  activated_by: number | null
}

export interface CreationsTable {
  request_id: string
  asked: Buffer
  created_id: number
  created_at: Generated<Date>
}

export interface CreatorCouponsTable {
  id: GeneratedAlways<number>
  name: string
  coupon_code: string
  social_media_name: string
  start_date: string
  end_date: string
  is_active: Generated<boolean>
  created_by: number | null
  created_at: Generated<Date>
}

export interface DevMessagesTable {
  id: GeneratedAlways<number>
  message_id: number
  to_phone: string | null
  text: string
  template: string
  created_at: Generated<Date>
  to_email: string | null
  subject: string | null
}

export interface DispatchesTable {
  id: GeneratedAlways<number>
  alert_id: number
  ambulance_id: number | null
  outside_provider: string | null
  state: Generated<'ASSIGNED' | 'ACCEPTED' | 'EN_ROUTE' | 'AT_SCENE' | 'TRANSPORTING' | 'AT_HOSPITAL' | 'DONE' | 'CANCELLED'>
  driver_token_hash: Buffer | null
  eta_minutes: number | null
  distance_km: number | null
  assigned_by: number | null
  assigned_at: Generated<Date>
  accepted_at: Date | null
  en_route_at: Date | null
  at_scene_at: Date | null
  transporting_at: Date | null
  at_hospital_at: Date | null
  done_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  note: string | null
  eta_source: 'estimate' | 'route' | null
  inside_plan: boolean | null
  declined: Generated<boolean>
  shares: number | null
}

export interface DistributorProfilesTable {
  user_id: number
  photo: string | null
  firm_name: string
  address: string
  district: string
  state: string
  pin_code: string
  date_of_birth: string
  alternate_mobile_number: string | null
  aadhar_number_sealed: Buffer | null
  aadhar_number_masked: string | null
  pan_number_sealed: Buffer | null
  pan_number_masked: string | null
  bank_name: string | null
  bank_branch: string | null
  ifsc_code: string | null
  bank_account_number_sealed: Buffer | null
  bank_account_number_masked: string | null
  aadhar_upload: string | null
  pan_upload: string | null
  gstin_upload: string | null
  kyc_flags: Generated<string[]>
  gst_number_sealed: Buffer | null
  gst_number_masked: string | null
}

export interface ErasuresTable {
  user_id: number
  erased_by: number | null
  reason: string | null
  erased_at: Generated<Date>
  keep_until: string
  listed_at: Date | null
}

export interface FailedJobsTable {
  id: GeneratedAlways<number>
  job: string
  job_id: string
  payload: Json
  reason: string
  failed_at: Generated<Date>
  retried_at: Date | null
}

export interface FileRemovalsTable {
  key: string
  added_at: Generated<Date>
  next_at: Generated<Date>
  tries: Generated<number>
}

export interface HandoverViewsTable {
  id: GeneratedAlways<number>
  handover_id: number
  ip: string | null
  at: Generated<Date>
}

export interface HandoversTable {
  id: GeneratedAlways<number>
  alert_id: number
  hospital_id: number | null
  token_hash: Buffer
  sent_to: string
  created_by: number
  created_at: Generated<Date>
  expires_at: Date
  revoked_at: Date | null
  channel: 'sms' | 'email'
}

export interface HospitalsTable {
  id: GeneratedAlways<number>
  name: string
  phone: string
  email: string | null
  address: string
  latitude: number
  longitude: number
  emergency: Generated<boolean>
  created_at: Generated<Date>
  retired_at: Date | null
  language: Generated<string>
}

export interface LiveCounterTable {
  one: Generated<boolean>
  n: number
  healed: Generated<number>
}

export interface LoginChallengesTable {
  token_hash: Buffer
  user_id: number
  step: 'code' | 'enrol'
  how: 'password' | 'otp'
  attempts: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

export interface MessagesTable {
  id: GeneratedAlways<number>
  channel: Generated<'sms' | 'whatsapp' | 'voice' | 'email' | 'sink'>
  to_phone: string | null
  template: string
  params: ColumnType<unknown, unknown | undefined, unknown>
  params_sealed: Buffer | null
  alert_id: number | null
  user_id: number | null
  recipient_name: string | null
  recipient_relation: string | null
  dedupe_key: string
  state: Generated<'pending' | 'sending' | 'sent' | 'ringing' | 'answered' | 'no_answer' | 'busy' | 'delivered' | 'read' | 'confirmed' | 'failed' | 'cancelled'>
  attempts: Generated<number>
  uncertain: Generated<boolean>
  claimed_until: Date | null
  next_attempt_at: Generated<Date>
  expires_at: Date
  provider: string | null
  provider_id: string | null
  last_error: string | null
  created_at: Generated<Date>
  sent_at: Date | null
  delivered_at: Date | null
  failed_at: Date | null
  dispatch_id: number | null
  to_email: string | null
  handover_id: number | null
  language: Generated<string>
  track_token: string | null
  confirmed_at: Date | null
  parts: number | null
  cost_paise: number | null
}

export interface OnCallOverridesTable {
  id: GeneratedAlways<number>
  request_id: string | null
  person_id: number
  from_at: Date
  to_at: Date
}

export interface OnCallPeopleTable {
  id: GeneratedAlways<number>
  name: string
  phone: string
  language: Generated<string>
  rota_place: number | null
  created_at: Generated<Date>
  removed_at: Date | null
}

export interface OnCallSettingsTable {
  one: Generated<boolean>
  rota_since: Generated<Date>
  level_2_seconds: Generated<number>
  level_3_seconds: Generated<number>
}

export interface OtpChallengesTable {
  id: GeneratedAlways<number>
  purpose: 'login' | 'register' | 'erase'
  phone_number: string
  code_hash: Buffer
  ip_hash: Buffer | null
  attempts: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  voided_at: Date | null
  request_id: string | null
  known_place: Generated<boolean>
}

export interface OutboxTable {
  id: GeneratedAlways<number>
  job: string
  job_id: string
  payload: Json
  created_at: Generated<Date>
  published_at: Date | null
  request_id: string | null
  queue: string | null
}

export interface ProcessesTable {
  id: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  version: string
  started_at: Generated<Date>
  seen_at: Generated<Date>
  detail: ColumnType<unknown, unknown | undefined, unknown>
}

export interface PushKeysTable {
  id: Generated<number>
  key_sealed: Buffer
}

export interface PushSubscriptionsTable {
  id: GeneratedAlways<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  user_agent: string | null
  created_at: Generated<Date>
  pushed_at: Date | null
  delivered_at: Date | null
  last_error: string | null
}

export interface RateLimitsTable {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface RecoveryCodesTable {
  id: GeneratedAlways<number>
  user_id: number
  label: string
  code_hash: string
  used_at: Date | null
}

export interface RetentionRunsTable {
  rule: string
  next_at: Date
  ran_at: Date | null
  removed_last: Generated<number>
  removed_ever: Generated<number>
  first_at: Generated<Date>
}

export interface SalesCountsTable {
  holder_id: number
  month: string
  activated: number
}

export interface SecondFactorsTable {
  user_id: number
  secret_sealed: Buffer | null
  enrolled_at: Date | null
  last_step: Generated<number>
  pending_sealed: Buffer | null
  pending_at: Date | null
}

export interface SessionsTable {
  id: string
  user_id: number
  refresh_hash: Buffer
  generation: Generated<number>
  user_agent: string | null
  ip: string | null
  created_at: Generated<Date>
  last_used_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
  end_reason: 'logout' | 'theft' | 'removed' | 'password' | 'expired' | 'second_factor' | 'admin' | null
  console_armed_at: Date | null
  first_password: Generated<boolean>
}

export interface SettingsTable {
  name: string
  value: Json
}

export interface ShiftNotesTable {
  id: GeneratedAlways<number>
  note_id: string
  text: string
  written_by: number
  written_at: Generated<Date>
}

export interface StaffCallsTable {
  phone: string
  called_at: Date
}

export interface StockCountsTable {
  holder_id: number
  bulk_job_id: number | null
  available: number
  voided: number
  activated: number
}

export interface StockMovesTable {
  id: GeneratedAlways<number>
  request_id: string | null
  from_id: number | null
  to_id: number | null
  bulk_job_id: number | null
  numbers: string | null
  count: number
  coupons: string
  note: string | null
  moved_by: number
  created_at: Generated<Date>
  asked: Buffer | null
}

export interface SubscriberProfilesTable {
  user_id: number
  photo: string | null
  address: string
  state: string
  pin_code: string
  start_date: string
  ending_date: string
  spouse_name: string | null
  spouse_mobile: string | null
  relative_name: string | null
  relative_mobile: string | null
  friend1_name: string | null
  friend1_mobile: string | null
  friend2_name: string | null
  friend2_mobile: string | null
  friend3_name: string | null
  friend3_mobile: string | null
  friend4_name: string | null
  friend4_mobile: string | null
  health_conditions: string | null
  medicines: string | null
  show_first_name: Generated<boolean>
  critical_line: string | null
  consent_version: string
  consented_at: Date
  updated_at: Generated<Date>
  consent_withdrawn_at: Date | null
  blood_group: string | null
  allergies: string | null
  date_of_birth: string | null
  sex: string | null
  plan: Generated<'BASIC' | 'GOLD'>
  registered_by: number | null
  seller_id: number | null
}

export interface SubscriptionsTable {
  id: GeneratedAlways<number>
  user_id: number
  start_date: string
  end_date: string
  coupon_id: number | null
  creator_coupon_id: number | null
  plan: Generated<'BASIC' | 'GOLD'>
  created_at: Generated<Date>
  ride_used_at: Date | null
  next_reminder_on: string | null
}

export interface SyntheticScansTable {
  id: GeneratedAlways<number>
  started_at: Generated<Date>
  ended_at: Date | null
  ok: boolean | null
  failed_stage: string | null
  reason: string | null
  stages: ColumnType<unknown, unknown | undefined, unknown>
}

export interface SyntheticWatchTable {
  one: Generated<boolean>
  next_at: Generated<Date>
  failures: Generated<number>
  told_at: Date | null
}

export interface TalliesTable {
  id: GeneratedAlways<number>
  name: string
  n: number
}

export interface UsersTable {
  id: GeneratedAlways<number>
  first_name: string
  last_name: Generated<string>
  email: string | null
  phone_number: string
  role: 'admin' | 'staff' | 'user' | 'super_distributor' | 'distributor' | 'retailer'
  password_hash: string | null
  parent_id: number | null
  created_at: Generated<Date>
  deleted_at: Date | null
  search: GeneratedAlways<string>
  password_expires_at: Date | null
}

export interface Database {
  alert_events: AlertEventsTable
  alert_reports: AlertReportsTable
  alerts: AlertsTable
  ambulances: AmbulancesTable
  audit_checks: AuditChecksTable
  audit_log: AuditLogTable
  audit_seals: AuditSealsTable
  bulk_jobs: BulkJobsTable
  consents: ConsentsTable
  console_watch: ConsoleWatchTable
  consoles: ConsolesTable
  contact_preferences: ContactPreferencesTable
  coupons: CouponsTable
  creations: CreationsTable
  creator_coupons: CreatorCouponsTable
  dev_messages: DevMessagesTable
  dispatches: DispatchesTable
  distributor_profiles: DistributorProfilesTable
  erasures: ErasuresTable
  failed_jobs: FailedJobsTable
  file_removals: FileRemovalsTable
  handover_views: HandoverViewsTable
  handovers: HandoversTable
  hospitals: HospitalsTable
  live_counter: LiveCounterTable
  login_challenges: LoginChallengesTable
  messages: MessagesTable
  on_call_overrides: OnCallOverridesTable
  on_call_people: OnCallPeopleTable
  on_call_settings: OnCallSettingsTable
  otp_challenges: OtpChallengesTable
  outbox: OutboxTable
  processes: ProcessesTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  rate_limits: RateLimitsTable
  recovery_codes: RecoveryCodesTable
  retention_runs: RetentionRunsTable
  sales_counts: SalesCountsTable
  second_factors: SecondFactorsTable
  sessions: SessionsTable
  settings: SettingsTable
  shift_notes: ShiftNotesTable
  staff_calls: StaffCallsTable
  stock_counts: StockCountsTable
  stock_moves: StockMovesTable
  subscriber_profiles: SubscriberProfilesTable
  subscriptions: SubscriptionsTable
  synthetic_scans: SyntheticScansTable
  synthetic_watch: SyntheticWatchTable
  tallies: TalliesTable
  users: UsersTable
}
