-- The schema. Conventions: names are the specification's field names; ids are identity columns (safe integers on the wire);
-- closed sets are CHECK constraints (the generated types turn them into unions); every timestamp is timestamptz, every
-- calendar day is a date in Asia/Kolkata. Later migrations change it; this file stays as it is.

create extension if not exists pg_trgm;
create extension if not exists cube;
create extension if not exists earthdistance;

-- Same letters, whatever their bytes: what `foldText` of the contracts does. Texts are searched and compared by it.
create function fold_text(value text) returns text language sql immutable strict parallel safe
  return lower(normalize(translate(value,
    U&'\0060\00b4\02b9\02bb\02bc\02c8\2018\2019\201b\2032\ff07' ||
    U&'\00ad\034f\061c\180e\200b\200c\200d\200e\200f\202a\202b\202c\202d\202e' ||
    U&'\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\206a\206b\206c\206d\206e\206f' ||
    U&'\fe00\fe01\fe02\fe03\fe04\fe05\fe06\fe07\fe08\fe09\fe0a\fe0b\fe0c\fe0d\fe0e\fe0f\feff',
    repeat('''', 11)), NFKC));

-- Who was called and what was typed in go; that and when it happened stays.
create function detail_without_people(detail jsonb) returns jsonb language sql immutable as $$
  select (detail - array['recipient', 'person', 'note', 'description', 'place', 'before'])
    || case when detail->>'state' like 'called back by %: %' then '{"state": "called back"}'::jsonb else '{}' end
$$;

-- People

-- Accounts of every role. A removed or erased one keeps its row, as alerts and the audit log refer to it.
create table users (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null default '',
  email text,
  phone_number text not null,
  role text not null check (role in ('admin', 'staff', 'user', 'super_distributor', 'distributor', 'retailer')),
  password_hash text,
  parent_id bigint references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text generated always as (fold_text(first_name || ' ' || last_name || ' ' || coalesce(email,
    '') || ' ' || phone_number)) stored not null,
  password_expires_at timestamptz
);
create unique index users_phone_living on users (phone_number) where deleted_at is null;
create unique index users_email_living on users (lower(email)) where deleted_at is null and email is not null;
create index users_role on users (role, id desc) where deleted_at is null;
create index users_parent on users (parent_id, id desc) where deleted_at is null;
create index users_phone_reversed on users (reverse(phone_number) text_pattern_ops) where deleted_at is null;
-- Few: lists that count without looking at people take these away again.
create index users_removed on users (role, id) where deleted_at is not null;
create index users_search on users using gin (search gin_trgm_ops) where deleted_at is null;
create index users_name on users (role, fold_text(first_name || ' ' || last_name) collate "C", id) where deleted_at is null;

-- Refresh tokens of one family share a random root (hashed here) and differ in their generation; the newest that was
-- used is kept, an older one is theft. `console_armed_at`: when a console of the session last had its sound armed.
create table sessions (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  refresh_hash bytea not null,
  generation integer not null default 0,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'theft', 'removed', 'password', 'expired', 'second_factor', 'admin')),
  console_armed_at timestamptz,
  first_password boolean not null default false
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_places on sessions (user_id, ip) where ip is not null;

-- One-time codes. A code belongs to its request, so a number may have several at once.
create table otp_challenges (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('login', 'register', 'erase')),
  phone_number text not null,
  code_hash bytea not null,
  ip_hash bytea,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  request_id uuid,
  known_place boolean not null default false
);
create index otp_challenges_phone on otp_challenges (phone_number, created_at desc);
create index otp_challenges_created on otp_challenges (created_at);

-- The authenticator secret of admins and staff: the one in use, and the one that waits for its first code.
create table second_factors (
  user_id bigint primary key references users (id),
  secret_sealed bytea,
  enrolled_at timestamptz,
  last_step bigint not null default 0,
  pending_sealed bytea,
  pending_at timestamptz,
  constraint second_factors_enrolled check ((secret_sealed is null) = (enrolled_at is null)),
  constraint second_factors_pending check ((pending_sealed is null) = (pending_at is null))
);

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  label text not null,
  code_hash text not null,
  used_at timestamptz,
  unique (user_id, label)
);

-- The moment between password and code at a login.
create table login_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  step text not null check (step in ('code', 'enrol')),
  how text not null check (how in ('password', 'otp')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_challenges_user on login_challenges (user_id);

create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  event text not null check (event in ('given', 'withdrawn')),
  version text not null,
  how text not null check (how in ('registration', 'by_staff', 'profile')),
  at timestamptz not null default now()
);
create index consents_user on consents (user_id, id);

-- Who was erased, by whom, and until when the rest is kept.
create table erasures (
  user_id bigint primary key references users (id),
  erased_by bigint references users (id),
  reason text,
  erased_at timestamptz not null default now(),
  keep_until date not null,
  listed_at timestamptz
);
create index erasures_unlisted on erasures (user_id) where listed_at is null;

create table settings (
  name text primary key,
  value jsonb not null
);

-- The layout of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- What was created for which `request_id`: one table for all creating calls.
create table creations (
  request_id uuid primary key,
  asked bytea not null,
  created_id bigint not null,
  created_at timestamptz not null default now()
);

-- Sales chain

-- Members of the sales chain. Identity numbers are sealed and masked; a GSTIN carries the PAN of its owner.
create table distributor_profiles (
  user_id bigint primary key references users (id) on delete cascade,
  photo text,
  firm_name text not null,
  address text not null,
  district text not null,
  state text not null,
  pin_code text not null,
  date_of_birth date not null,
  alternate_mobile_number text,
  aadhar_number_sealed bytea,
  aadhar_number_masked text,
  pan_number_sealed bytea,
  pan_number_masked text,
  bank_name text,
  bank_branch text,
  ifsc_code text,
  bank_account_number_sealed bytea,
  bank_account_number_masked text,
  aadhar_upload text,
  pan_upload text,
  gstin_upload text,
  kyc_flags text[] not null default '{}',
  gst_number_sealed bytea,
  gst_number_masked text
);
create index distributor_profiles_firm on distributor_profiles using gin (fold_text(firm_name) gin_trgm_ops);

-- `runs`: how often the job was put into its queue. `touched_at`: when a worker last worked on it.
create table bulk_jobs (
  id bigint generated always as identity primary key,
  count integer not null check (count >= 1 and count <= 5000),
  status text not null default 'PROCESSING' check (status in ('PROCESSING', 'COMPLETED', 'PRINTED', 'FAILED')),
  progress integer not null default 0,
  file text,
  file_bytes bigint,
  last_error text,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  printed_by bigint references users (id),
  printed_at timestamptz,
  runs integer not null default 1,
  touched_at timestamptz not null default now(),
  request_id uuid unique,
  cancelled_at timestamptz,
  name text,
  owner_id bigint references users (id),
  label_style text not null default 'branded',
  constraint bulk_jobs_label_style check (label_style in ('branded', 'bare', 'card'))
);
create index bulk_jobs_status on bulk_jobs (status, id desc);
create index bulk_jobs_processing on bulk_jobs (touched_at) where status = 'PROCESSING';

-- The stickers. The holder (null: the company) stays after the activation: it sold the coupon. Id 0 is the synthetic one.
create table coupons (
  id bigint generated always as identity primary key,
  serial_number text not null unique,
  coupon_code text not null unique,
  token text not null unique,
  status text not null default 'AVAILABLE' check (status in ('AVAILABLE', 'USED')),
  voided_at timestamptz,
  void_reason text,
  bulk_job_id bigint references bulk_jobs (id),
  user_id bigint references users (id),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  voided_by bigint references users (id),
  replaces_id bigint references coupons (id),
  holder_id bigint references users (id),
  activated_by bigint references users (id)
);
create index coupons_status on coupons (status, id desc);
create index coupons_bulk_job on coupons (bulk_job_id, id) where bulk_job_id is not null;
create index coupons_user on coupons (user_id) where user_id is not null;
create index coupons_search on coupons using gin ((serial_number || ' ' || coupon_code) gin_trgm_ops);
create unique index coupons_replaces on coupons (replaces_id) where replaces_id is not null;
create index coupons_voided on coupons (id desc) where voided_at is not null;
create index coupons_to_give on coupons (bulk_job_id)
  where bulk_job_id is not null and holder_id is null and status = 'AVAILABLE' and voided_at is null;

create table creator_coupons (
  id bigint generated always as identity primary key,
  name text not null,
  coupon_code text not null unique,
  social_media_name text not null,
  start_date date not null,
  end_date date not null,
  is_active boolean not null default true,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  check (end_date >= start_date)
);
create index creator_coupons_search on creator_coupons using gin (fold_text(name || ' ' || coupon_code) gin_trgm_ops);

-- Of the holder's coupons in a batch (null: those of no batch): for sale, voided before their sale, sold.
create table stock_counts (
  holder_id bigint not null references users (id),
  bulk_job_id bigint references bulk_jobs (id),
  available integer not null,
  voided integer not null,
  activated integer not null,
  unique nulls not DISTINCT (holder_id, bulk_job_id)
);
create index stock_counts_batch on stock_counts (bulk_job_id);

-- `month`: the first day of a month in India.
create table sales_counts (
  holder_id bigint references users (id),
  month date,
  activated integer not null,
  primary key (holder_id, month)
);
create index sales_counts_month on sales_counts (month) include (holder_id, activated);

-- Transfers: the ids that moved, so that a coupon finds its moves, and their numbers within a batch.
create table stock_moves (
  id bigint generated always as identity primary key,
  request_id uuid unique,
  from_id bigint references users (id),
  to_id bigint references users (id),
  bulk_job_id bigint references bulk_jobs (id),
  numbers int4multirange,
  count integer not null check (count > 0),
  coupons int8multirange not null,
  note text,
  moved_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  asked bytea,
  check (from_id is distinct from to_id)
);
create index stock_moves_from on stock_moves (from_id, id desc) where from_id is not null;
create index stock_moves_to on stock_moves (to_id, id desc) where to_id is not null;
create index stock_moves_coupons on stock_moves using gist (coupons);

-- Subscribers

-- `plan`: that of the last term, kept by a trigger. `registered_by`: who typed the registration. `seller_id`: the partner
-- from whose stock the first sticker came.
create table subscriber_profiles (
  user_id bigint primary key references users (id) on delete cascade,
  photo text,
  address text not null,
  state text not null,
  pin_code text not null,
  start_date date not null,
  ending_date date not null,
  spouse_name text,
  spouse_mobile text,
  relative_name text,
  relative_mobile text,
  friend1_name text,
  friend1_mobile text,
  friend2_name text,
  friend2_mobile text,
  friend3_name text,
  friend3_mobile text,
  friend4_name text,
  friend4_mobile text,
  health_conditions text,
  medicines text,
  show_first_name boolean not null default false,
  critical_line text,
  consent_version text not null,
  consented_at timestamptz not null,
  updated_at timestamptz not null default now(),
  consent_withdrawn_at timestamptz,
  blood_group text,
  allergies text,
  date_of_birth date,
  sex text,
  plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD')),
  registered_by bigint references users (id),
  seller_id bigint references users (id),
  constraint subscriber_profiles_term check (ending_date >= (start_date + 365))
);
create index subscriber_profiles_start on subscriber_profiles (start_date desc, user_id desc);
-- The order of subscribers who were found by name, without reading their profiles.
create index subscriber_profiles_order on subscriber_profiles (user_id) include (start_date);
create index subscriber_profiles_end on subscriber_profiles (ending_date desc, user_id desc);
create index subscriber_profiles_state on subscriber_profiles (state, start_date desc, user_id desc);
create index subscriber_profiles_plan on subscriber_profiles (start_date desc, user_id desc) where plan <> 'BASIC';
create index subscriber_profiles_registered on subscriber_profiles (start_date desc, user_id desc)
  where registered_by is not null;
create index subscriber_profiles_sold on subscriber_profiles (start_date desc, user_id desc) where seller_id is not null;
create index subscriber_profiles_state_end on subscriber_profiles (state, ending_date desc, user_id desc);

-- Terms. A ride and a plan belong to a term, not to a person. `next_reminder_on`: when its next reminder is due.
create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  coupon_id bigint references coupons (id),
  creator_coupon_id bigint references creator_coupons (id),
  plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD')),
  created_at timestamptz not null default now(),
  ride_used_at timestamptz,
  next_reminder_on date
);
create index subscriptions_user on subscriptions (user_id, end_date desc);
create index subscriptions_reminders on subscriptions (next_reminder_on) where next_reminder_on is not null;
-- Removing the coupons of a job looks for each of them among the terms.
create index subscriptions_coupon on subscriptions (coupon_id) where coupon_id is not null;

create table contact_preferences (
  phone text primary key check (phone ~ '^[0-9]{10}$'),
  token text not null unique,
  channel text not null default 'sms' check (channel in ('sms', 'whatsapp')),
  language text not null default 'en',
  created_at timestamptz not null default now(),
  chosen_at timestamptz
);

-- Alerts

-- `waiting_since`: since when the alert has had no owner. `first_claimed_at` stays when `claimed_at` changes. `last_act_at`:
-- the last act of the owner. `follows_id`: the sticker's alert that was attended shortly before. `incident_id`: the first
-- alert of the same accident. `places_differ`: reports name places too far apart. `place_set`: an operator set the place.
-- `call_asked_at`: until an operator notes a call to the bystander.
create table alerts (
  id bigint generated always as identity primary key,
  coupon_id bigint references coupons (id),
  user_id bigint references users (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'ATTENDED', 'REJECTED')),
  timestamp timestamptz not null default now(),
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  landmark text,
  first_respondent_phone text,
  description text,
  status_token text not null unique,
  report_count integer not null default 1,
  verify_by_phone boolean not null default false,
  unregistered boolean not null default false,
  expired boolean not null default false,
  drill boolean not null default false,
  claimed_by bigint references users (id),
  claimed_at timestamptz,
  attending_staff_id bigint references users (id),
  closed_at timestamptz,
  relatives_told_at timestamptz,
  escalation_level integer not null default 0,
  version integer not null default 1,
  track_token text,
  waiting_since timestamptz not null default now(),
  first_claimed_at timestamptz,
  last_act_at timestamptz,
  places_differ boolean not null default false,
  follows_id bigint,
  incident_id bigint,
  place_set boolean not null default false,
  call_asked_at timestamptz,
  relatives_wait_for text,
  constraint alerts_sticker check (coupon_id is not null or drill)
);
create index alerts_status on alerts (status, id desc);
create index alerts_pending on alerts (id) where status = 'PENDING';
create index alerts_untold on alerts (id) where relatives_told_at is null and status = 'PENDING' and user_id is not null;
create index alerts_coupon on alerts (coupon_id, id desc);
create index alerts_user on alerts (user_id, id desc);
create index alerts_place on alerts using gist (ll_to_earth(latitude, longitude))
  where latitude is not null and longitude is not null;
create unique index alerts_track on alerts (track_token) where track_token is not null;
create index alerts_waiting on alerts (waiting_since) where status = 'PENDING' and claimed_by is null and (not drill);
create index alerts_drills on alerts ("timestamp") where drill;
create index alerts_real on alerts ("timestamp") include (user_id, first_claimed_at) where not drill;
create index alerts_claimed on alerts (id) where status = 'PENDING' and claimed_by is not null and (not drill);
create index alerts_incident on alerts (incident_id) where incident_id is not null;
create index alerts_whole on alerts ("timestamp")
  where status <> 'PENDING' and (num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, description) > 0);
-- Written at once and not collected for later: no press pays for those before it.
create index alerts_bystander on alerts using gin (first_respondent_phone gin_trgm_ops) with (fastupdate = off)
  where first_respondent_phone is not null;

-- Each press, also those that join an open alert. `scan_id` makes a press idempotent. `added_later`: what a bystander
-- adds is a report of its own. `language`: that of the page; null for reports by other programs.
create table alert_reports (
  scan_id uuid primary key,
  alert_id bigint not null references alerts (id),
  coupon_id bigint not null references coupons (id),
  device_id uuid,
  ip_hash bytea,
  first_respondent_phone text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  landmark text,
  pressed_at timestamptz not null,
  created_at timestamptz not null default now(),
  added_later boolean not null default false,
  language text,
  photo text,
  call_me boolean not null default false,
  another_site boolean not null default false
);
create index alert_reports_alert on alert_reports (alert_id);
create index alert_reports_coupon on alert_reports (coupon_id, created_at);
create index alert_reports_device on alert_reports (device_id, created_at) where device_id is not null;
create index alert_reports_ip on alert_reports (ip_hash, created_at) where ip_hash is not null;
create index alert_reports_whole on alert_reports (created_at)
  where num_nonnulls(latitude, longitude, accuracy, landmark, first_respondent_phone, device_id, ip_hash, photo) > 0;

-- One row. Its lock makes seq the order of commits (docs/architecture.md). Never a sequence: those are handed out before the
-- commit, and a reader that has passed a number would miss the one that commits late.
create table live_counter (
  one boolean primary key default true check (one),
  n bigint not null,
  healed bigint not null default 0
);

-- The timeline of alerts and the live feed.
create table alert_events (
  id bigint generated always as identity primary key,
  seq bigint not null unique,
  alert_id bigint not null references alerts (id),
  kind text not null check (kind in ('raised', 'joined', 'details', 'claimed', 'taken_over', 'released', 'dispatched',
    'dispatch_state', 'told', 'message', 'called', 'handover', 'viewed', 'attended', 'rejected', 'escalated', 'note')),
  actor_id bigint references users (id),
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index alert_events_alert on alert_events (alert_id, seq);
create index alert_events_whole on alert_events (at) where detail <> detail_without_people(detail);

-- Registry, dispatch and handover

-- Retired instead of deleted, as dispatches refer to them.
create table ambulances (
  id bigint generated always as identity primary key,
  vehicle_number text not null unique,
  type text not null default 'BASIC' check (type in ('BASIC', 'ADVANCED', 'TRANSPORT')),
  operator text not null,
  driver_name text not null,
  driver_phone text not null,
  base_latitude double precision not null,
  base_longitude double precision not null,
  last_latitude double precision,
  last_longitude double precision,
  last_position_at timestamptz,
  status text not null default 'AVAILABLE' check (status in ('AVAILABLE', 'BUSY', 'OFF')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  moved_latitude double precision,
  moved_longitude double precision,
  moved_at timestamptz,
  driver_language text not null default 'en'
);
create index ambulances_near on ambulances using gist (ll_to_earth(coalesce(last_latitude, base_latitude),
  coalesce(last_longitude, base_longitude))) where status = 'AVAILABLE';
create index ambulances_near_base on ambulances using gist (ll_to_earth(base_latitude, base_longitude))
  where status = 'AVAILABLE';

-- Rides. Of the dispatches of one ride to several alerts one is the lead; the others share it.
create table dispatches (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alerts (id),
  ambulance_id bigint references ambulances (id),
  outside_provider text,
  state text not null default 'ASSIGNED'
    check (state in ('ASSIGNED', 'ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE', 'CANCELLED')),
  driver_token_hash bytea unique,
  eta_minutes integer,
  distance_km double precision,
  assigned_by bigint references users (id),
  assigned_at timestamptz not null default now(),
  accepted_at timestamptz,
  en_route_at timestamptz,
  at_scene_at timestamptz,
  transporting_at timestamptz,
  at_hospital_at timestamptz,
  done_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  note text,
  eta_source text check (eta_source in ('estimate', 'route')),
  inside_plan boolean,
  declined boolean not null default false,
  shares bigint references dispatches (id),
  check (ambulance_id is not null or outside_provider is not null)
);
create unique index dispatches_one_alert on dispatches (alert_id) where state not in ('DONE', 'CANCELLED');
create index dispatches_alert on dispatches (alert_id, id desc);
create index dispatches_sharing on dispatches (shares) where shares is not null;
create index dispatches_of_ambulance on dispatches (ambulance_id) where state not in ('DONE', 'CANCELLED');
create unique index dispatches_one_ride on dispatches (ambulance_id) where state not in ('DONE', 'CANCELLED') and shares is null;
create index dispatches_whole on dispatches (assigned_at)
  where state in ('DONE', 'CANCELLED') and (num_nonnulls(note, cancel_reason) > 0);

-- Retired instead of deleted, as handovers refer to them.
create table hospitals (
  id bigint generated always as identity primary key,
  name text not null,
  phone text not null,
  email text,
  address text not null,
  latitude double precision not null,
  longitude double precision not null,
  emergency boolean not null default true,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  language text not null default 'en'
);
create index hospitals_near on hospitals using gist (ll_to_earth(latitude, longitude));

-- Links to health data. A hospital has at most one to an alert that was not revoked.
create table handovers (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alerts (id),
  hospital_id bigint references hospitals (id),
  token_hash bytea not null unique,
  sent_to text not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  channel text not null check (channel in ('sms', 'email'))
);
create index handovers_alert on handovers (alert_id);
create unique index handovers_one_link on handovers (alert_id, hospital_id) where revoked_at is null;

create table handover_views (
  id bigint generated always as identity primary key,
  handover_id bigint not null references handovers (id),
  ip text,
  at timestamptz not null default now()
);
create index handover_views_handover on handover_views (handover_id);

-- Call centre

create table consoles (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  armed boolean not null,
  last_seen_at timestamptz not null default now()
);
create index consoles_seen on consoles (last_seen_at);

-- One row: since when no console has been armed.
create table console_watch (
  one boolean primary key default true check (one),
  outage integer not null default 0,
  silent_since timestamptz,
  told_at timestamptz,
  check (told_at is null or silent_since is not null)
);

-- Calls to people on call and admins, at most one a minute for a number.
create table staff_calls (
  phone text primary key,
  called_at timestamptz not null
);

create table shift_notes (
  id bigint generated always as identity primary key,
  note_id uuid not null unique,
  text text not null,
  written_by bigint not null references users (id),
  written_at timestamptz not null default now()
);

-- `rota_place`: the order of the weekly rota; null for people who are only on the list.
create table on_call_people (
  id bigint generated always as identity primary key,
  name text not null,
  phone text not null check (phone ~ '^[6-9][0-9]{9}$'),
  language text not null default 'en',
  rota_place integer,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check (removed_at is null or rota_place is null)
);
create unique index on_call_people_phone on on_call_people (phone) where removed_at is null;

create table on_call_overrides (
  id bigint generated always as identity primary key,
  request_id uuid unique,
  person_id bigint not null references on_call_people (id),
  from_at timestamptz not null,
  to_at timestamptz not null,
  check (to_at > from_at)
);
create index on_call_overrides_person on on_call_overrides (person_id);

-- One row. `rota_since`: a handover at which the first of the rota took over. Levels 2 and 3 may only be earlier.
create table on_call_settings (
  one boolean primary key default true check (one),
  rota_since timestamptz not null default '2026-01-05 09:00:00+05:30',
  level_2_seconds integer not null default 60 check (level_2_seconds >= 30 and level_2_seconds <= 60),
  level_3_seconds integer not null default 120,
  check (level_3_seconds >= level_2_seconds and level_3_seconds <= 120)
);

-- Our keys at the push services, one row, the private one sealed.
create table push_keys (
  id bigint default 1 primary key check (id = 1),
  key_sealed bytea not null
);

-- A browser of a person. `pushed_at`: when a push was last due. `delivered_at`: when a push service last took one.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null default now(),
  pushed_at timestamptz,
  delivered_at timestamptz,
  last_error text
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Messages and jobs

-- What is said to whom, by SMS, WhatsApp, call or e-mail. `track_token`: the relative's own link to the alert's page.
-- `parts` and `cost_paise`: set when a provider has taken the message.
create table messages (
  id bigint generated always as identity primary key,
  channel text not null default 'sms' check (channel in ('sms', 'whatsapp', 'voice', 'email', 'sink')),
  to_phone text,
  template text not null,
  params jsonb,
  params_sealed bytea,
  alert_id bigint references alerts (id),
  user_id bigint references users (id),
  recipient_name text,
  recipient_relation text,
  dedupe_key text not null unique,
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'ringing', 'answered', 'no_answer', 'busy', 'delivered', 'read',
      'confirmed', 'failed', 'cancelled')),
  attempts integer not null default 0,
  uncertain boolean not null default false,
  claimed_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  expires_at timestamptz not null,
  provider text,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  dispatch_id bigint references dispatches (id),
  to_email text,
  handover_id bigint references handovers (id),
  language text not null default 'en',
  track_token text,
  confirmed_at timestamptz,
  parts integer,
  cost_paise integer,
  constraint messages_address check (
case
    when (channel in ('sms', 'whatsapp', 'voice')) then (to_phone is not null and to_email is null)
    when (channel = 'email') then (to_email is not null and to_phone is null)
    else (num_nonnulls(to_phone, to_email) = 0)
end)
);
create index messages_due on messages (next_attempt_at) where state = any (array['pending', 'sending']);
create index messages_alert on messages (alert_id, id) where alert_id is not null;
create unique index messages_provider_id on messages (provider, provider_id) where provider_id is not null;
create index messages_failed on messages (id desc) where state = 'failed';
create index messages_handover on messages (handover_id) where handover_id is not null;
create index messages_user on messages (user_id, id) where user_id is not null;
create index messages_created on messages (created_at);
create unique index messages_track_token on messages (track_token) where track_token is not null;
create index messages_other on messages (sent_at)
  where (template in ('contact_check', 'renewal_reminder')) and sent_at is not null;
create index messages_to_staff on messages (id) where recipient_relation = any (array['Admin', 'On call']);
create index messages_whole on messages (created_at) where dedupe_key not like 'erased-%';
create index messages_due_queue on messages ((
case
    when (template = 'otp') then 'codes'
    when (template in ('contact_check', 'renewal_reminder')) then 'messages'
    else 'alerts'
end), next_attempt_at) where state = any (array['pending', 'sending']);

-- Jobs on their way into a queue.
create table outbox (
  id bigint generated always as identity primary key,
  job text not null,
  job_id text not null unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  request_id text,
  queue text
);
create index outbox_unpublished on outbox (id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
create index outbox_unpublished_queue on outbox (queue, id) where published_at is null;

create table failed_jobs (
  id bigint generated always as identity primary key,
  job text not null,
  job_id text not null unique,
  payload jsonb not null,
  reason text not null,
  failed_at timestamptz not null default now(),
  retried_at timestamptz
);
create index failed_jobs_open on failed_jobs (id desc) where retried_at is null;

-- What the provider `console` "sent": the development inbox. Empty in production.
create table dev_messages (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  to_phone text,
  text text not null,
  template text not null,
  created_at timestamptz not null default now(),
  to_email text,
  subject text,
  constraint dev_messages_address check ((to_phone is null) <> (to_email is null))
);
create index dev_messages_to on dev_messages (to_phone, id desc);

-- Operation

-- Who did what. The product may only add.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references users (id),
  action text not null,
  subject text not null,
  subject_id bigint,
  detail jsonb not null default '{}',
  ip text
);
create index audit_log_subject on audit_log (subject, subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
-- Rows lie in the order of their time: it costs next to nothing and lets a daily look skip what is young.
create index audit_log_at on audit_log using brin (at);
-- A list of one action, newest first, must not walk the whole log.
create index audit_log_action on audit_log (action, id desc);

-- The chain of seals over the audit log: each holds the hash of the one before and of a range of rows. Retention forgets
-- whole sealed ranges and marks their seals first. An address is not sealed: it goes with the erasure of a person.
create table audit_seals (
  first_id bigint primary key,
  last_id bigint not null unique,
  entries integer not null,
  newest_at timestamptz not null,
  previous bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  forgotten_at timestamptz,
  constraint audit_seals_range check (first_id <= last_id)
);
create index audit_seals_newest_at on audit_seals (newest_at, last_id);

-- One row: the check of the seals.
create table audit_checks (
  one boolean primary key default true check (one),
  next_at timestamptz not null default now(),
  first_at timestamptz not null default now(),
  ended_at timestamptz,
  newest jsonb,
  round jsonb,
  round_ended_at timestamptz,
  broken jsonb
);

-- Counts of living people by role and of coupons by status. Each statement appends its difference, so nobody waits for the
-- commit of another; the worker folds the differences together (`compactTallies`).
create table tallies (
  id bigint generated always as identity primary key,
  name text not null,
  n bigint not null
);
create index tallies_name on tallies (name) include (n);

create table processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  detail jsonb not null default '{}'
);

-- Presses that no person made.
create table synthetic_scans (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  ok boolean,
  failed_stage text,
  reason text,
  stages jsonb not null default '{}'
);
create index synthetic_scans_started on synthetic_scans (started_at);

-- One row: when the next synthetic scan is due.
create table synthetic_watch (
  one boolean primary key default true check (one),
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  told_at timestamptz
);

-- One row for each retention rule: when it is due again, and what it has removed.
create table retention_runs (
  rule text primary key,
  next_at timestamptz not null,
  ran_at timestamptz,
  removed_last bigint not null default 0,
  removed_ever bigint not null default 0,
  first_at timestamptz not null default now()
);

-- Files that are still to be removed from the store.
create table file_removals (
  key text primary key,
  added_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  tries integer not null default 0
);

-- Functions and triggers

create function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies (name, n)
      select name, sum(n) from (select 'users.' || role as name, 1 as n from new_rows where deleted_at is null) change
      group by name having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into tallies (name, n)
      select name, sum(n) from (select 'users.' || role as name, -1 as n from old_rows where deleted_at is null) change
      group by name having sum(n) <> 0;
  else
    insert into tallies (name, n)
      select name, sum(n) from (
        select 'users.' || role as name, 1 as n from new_rows where deleted_at is null
        union all select 'users.' || role as name, -1 as n from old_rows where deleted_at is null) change
      group by name having sum(n) <> 0;
  end if;
  return null;
end
$$;

create function tally_coupons() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies (name, n)
      select name, sum(n) from (select 'coupons.' || status as name, 1 as n from new_rows where true) change
      group by name having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into tallies (name, n)
      select name, sum(n) from (select 'coupons.' || status as name, -1 as n from old_rows where true) change
      group by name having sum(n) <> 0;
  else
    insert into tallies (name, n)
      select name, sum(n) from (
        select 'coupons.' || status as name, 1 as n from new_rows where true
        union all select 'coupons.' || status as name, -1 as n from old_rows where true) change
      group by name having sum(n) <> 0;
  end if;
  return null;
end
$$;

create function remove_synthetic_alerts(ended bigint) returns void language plpgsql
  security definer set search_path to 'public', 'pg_temp' as $$
  declare ids bigint[];
  begin
    select array_agg(id) into ids from (
      select id from alerts where coupon_id = 0 and (id = ended or timestamp < now() - interval '10 minutes')
      for no key update) found;
    delete from outbox where job_id in (select 'tell-relatives-' || unnest(ids));
    delete from outbox where job_id in (select 'send-message-' || id from messages where alert_id = any(ids));
    delete from messages where alert_id = any(ids);
    delete from alert_reports where alert_id = any(ids);
    delete from alert_events where alert_id = any(ids);
    delete from alerts where id = any(ids);
  end
$$;

create function stay_real() returns trigger language plpgsql as $$
begin
  raise exception 'A real alert stays one.' using errcode = 'insufficient_privilege';
end
$$;

-- Whoever gets another role, or is removed, loses open live connections at once, also when it was done by hand in SQL.
create function tell_sessions_of_user() returns trigger language plpgsql as $$
  begin
    perform pg_notify('sessions', id::text) from sessions where user_id = new.id and ended_at is null;
    return null;
  end
$$;

-- What the product may not do with append-only tables, functions of the owner do, within the limits of the law.
create function forget_audit(before timestamptz, most integer) returns bigint language plpgsql
  security definer set search_path to 'public', 'pg_temp' as $$
  declare removed bigint;
  begin
    if before is null or before > now() - interval '365 days' then
      raise exception 'The audit log is kept for 365 days.' using errcode = 'insufficient_privilege';
    end if;
    update audit_seals set forgotten_at = now() where forgotten_at is null and newest_at < before
      and first_id < coalesce((select min(first_id) from audit_seals where newest_at >= before), 9223372036854775807);
    with gone as (
      delete from audit_log where id in (
        select id from audit_log where id <= (select max(last_id) from audit_seals where forgotten_at is not null) and at < before
        order by id limit most) returning 1)
    select count(*) into removed from gone;
    return removed;
  end
$$;
revoke execute on function forget_audit(timestamptz, integer) from public;

create function forget_event_details(before timestamptz, most integer) returns bigint language plpgsql
  security definer set search_path to 'public', 'pg_temp' as $$
  declare changed bigint;
  begin
    if before is null or before > now() - interval '180 days' then
      raise exception 'Timelines are kept whole for 180 days.' using errcode = 'insufficient_privilege';
    end if;
    with old as (
      select id from alert_events where at < before and detail <> detail_without_people(detail) order by at limit most),
    forgotten as (
      update alert_events e set detail = detail_without_people(detail) from old where e.id = old.id returning 1)
    select count(*) into changed from forgotten;
    return changed;
  end
$$;
revoke execute on function forget_event_details(timestamptz, integer) from public;

create function forget_person_details(person bigint) returns bigint language plpgsql
  security definer set search_path to 'public', 'pg_temp' as $$
  declare changed bigint;
  begin
    if not exists (select from erasures where user_id = person) then
      raise exception 'Nobody is forgotten who was not erased.' using errcode = 'insufficient_privilege';
    end if;
    with forgotten as (
      update alert_events e set detail = detail_without_people(e.detail) from alerts a
      where a.user_id = person and e.alert_id = a.id and e.detail <> detail_without_people(e.detail) returning 1)
    select count(*) into changed from forgotten;
    return changed;
  end
$$;
revoke execute on function forget_person_details(bigint) from public;

create function audit_digest(previous bytea, first_id bigint, last_id bigint) returns table (entries integer,
  newest_at timestamptz, hash bytea) language sql stable as $$
  select count(*)::integer, max(at), sha256(previous || convert_to(first_id || ' ' || last_id || E'\n' || coalesce(
    string_agg(jsonb_build_array(id, extract(epoch from at), actor_id, action, subject, subject_id, detail)::text,
      E'\n' order by id), ''), 'UTF8'))
  from audit_log where id between first_id and last_id
$$;

create function forget_person_addresses(person bigint) returns bigint language plpgsql
  security definer set search_path to 'public', 'pg_temp' as $$
  declare changed bigint;
  begin
    if not exists (select from erasures where user_id = person) then
      raise exception 'Nobody is forgotten who was not erased.' using errcode = 'insufficient_privilege';
    end if;
    update audit_log set ip = null where ip is not null and (actor_id = person
      or (subject = 'user' and subject_id = person and action = 'login.refused'));
    get diagnostics changed = row_count;
    return changed;
  end
$$;
revoke execute on function forget_person_addresses(bigint) from public;

-- A photo's file goes when its row lets go of it, in any statement.
create function list_photo_for_removal() returns trigger language plpgsql as $$
  begin
    insert into file_removals (key) values (old.photo) on conflict do nothing;
    return null;
  end
$$;

create function keep_plan_of_profile() returns trigger language plpgsql as $$
  begin
    update subscriber_profiles set plan = new.plan
      where user_id = new.user_id and plan <> new.plan and ending_date <= new.end_date;
    return null;
  end
$$;

create function count_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_counts as kept (holder_id, bulk_job_id, available, voided, activated)
      select * from (
        select holder_id, bulk_job_id,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is null), 0) as available,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is not null), 0) as voided,
          coalesce(sum(n) filter (where status = 'USED'), 0) as activated
        from (select *, 1 as n from new_rows where holder_id is not null) change group by 1, 2) difference
      where (available, voided, activated) <> (0, 0, 0) order by 1, 2
      on conflict (holder_id, bulk_job_id) do update set available = kept.available + excluded.available,
        voided = kept.voided + excluded.voided, activated = kept.activated + excluded.activated;
    insert into sales_counts as kept (holder_id, month, activated)
      select holder_id, date_trunc('month', used_at at time zone 'Asia/Kolkata')::date, sum(n)
      from (select *, 1 as n from new_rows where holder_id is not null) change where status = 'USED' and used_at is not null
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (holder_id, month) do update set activated = kept.activated + excluded.activated;
  elsif tg_op = 'DELETE' then
    insert into stock_counts as kept (holder_id, bulk_job_id, available, voided, activated)
      select * from (
        select holder_id, bulk_job_id,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is null), 0) as available,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is not null), 0) as voided,
          coalesce(sum(n) filter (where status = 'USED'), 0) as activated
        from (select *, -1 as n from old_rows where holder_id is not null) change group by 1, 2) difference
      where (available, voided, activated) <> (0, 0, 0) order by 1, 2
      on conflict (holder_id, bulk_job_id) do update set available = kept.available + excluded.available,
        voided = kept.voided + excluded.voided, activated = kept.activated + excluded.activated;
    insert into sales_counts as kept (holder_id, month, activated)
      select holder_id, date_trunc('month', used_at at time zone 'Asia/Kolkata')::date, sum(n)
      from (select *, -1 as n from old_rows where holder_id is not null) change where status = 'USED' and used_at is not null
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (holder_id, month) do update set activated = kept.activated + excluded.activated;
  else
    insert into stock_counts as kept (holder_id, bulk_job_id, available, voided, activated)
      select * from (
        select holder_id, bulk_job_id,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is null), 0) as available,
          coalesce(sum(n) filter (where status = 'AVAILABLE' and voided_at is not null), 0) as voided,
          coalesce(sum(n) filter (where status = 'USED'), 0) as activated
        from (
            select *, 1 as n from new_rows where holder_id is not null
            union all select *, -1 as n from old_rows where holder_id is not null) change group by 1, 2) difference
      where (available, voided, activated) <> (0, 0, 0) order by 1, 2
      on conflict (holder_id, bulk_job_id) do update set available = kept.available + excluded.available,
        voided = kept.voided + excluded.voided, activated = kept.activated + excluded.activated;
    insert into sales_counts as kept (holder_id, month, activated)
      select holder_id, date_trunc('month', used_at at time zone 'Asia/Kolkata')::date, sum(n)
      from (
        select *, 1 as n from new_rows where holder_id is not null
        union all select *, -1 as n from old_rows where holder_id is not null) change
      where status = 'USED' and used_at is not null
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (holder_id, month) do update set activated = kept.activated + excluded.activated;
  end if;
  return null;
end
$$;

create function note_seller_of_profile() returns trigger language plpgsql as $$
  begin
    new.seller_id := (select holder_id from coupons where user_id = new.user_id order by id limit 1);
    return new;
  end
$$;

create trigger users_tally_insert after insert on users
  referencing new table as new_rows for each statement execute function tally_users();
create trigger users_tally_update after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function tally_users();
create trigger users_tally_delete after delete on users
  referencing old table as old_rows for each statement execute function tally_users();
create trigger users_role_changed after update of role, deleted_at on users
  for each row
  when (old.role is distinct from new.role or old.deleted_at is distinct from new.deleted_at) execute function tell_sessions_of_user();
create trigger subscriber_profiles_seller before insert on subscriber_profiles
  for each row execute function note_seller_of_profile();
create trigger coupons_tally_insert after insert on coupons
  referencing new table as new_rows for each statement execute function tally_coupons();
create trigger coupons_tally_update after update on coupons
  referencing old table as old_rows new table as new_rows for each statement execute function tally_coupons();
create trigger coupons_tally_delete after delete on coupons
  referencing old table as old_rows for each statement execute function tally_coupons();
create trigger coupons_stock_insert after insert on coupons
  referencing new table as new_rows for each statement execute function count_stock();
create trigger coupons_stock_update after update on coupons
  referencing old table as old_rows new table as new_rows for each statement execute function count_stock();
create trigger coupons_stock_delete after delete on coupons
  referencing old table as old_rows for each statement execute function count_stock();
create trigger subscriptions_plan after insert or update of plan, end_date on subscriptions
  for each row execute function keep_plan_of_profile();
create trigger stay_real before update of coupon_id on alerts
  for each row when (new.coupon_id = 0 and old.coupon_id is distinct from 0) execute function stay_real();
create trigger photo_goes after delete or update of photo on alert_reports
  for each row when (old.photo is not null) execute function list_photo_for_removal();

-- The rows of tables that have one

insert into live_counter (n) values (0);
insert into console_watch default values;
insert into synthetic_watch default values;
insert into audit_checks default values;
insert into on_call_settings default values;
