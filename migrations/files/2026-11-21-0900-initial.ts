import { type Kysely, sql } from 'kysely'

/**
 * The whole schema of the first release. Conventions: names are the specification's field names; ids are identity
 * columns (safe integers on the wire); closed sets are CHECK constraints (the generated types turn them into unions);
 * every timestamp is timestamptz, every calendar day is a date in Asia/Kolkata.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...EXTENSIONS, ...PEOPLE, ...STICKERS, ...ALERTS, ...DISPATCH, ...MESSAGES, ...OPERATION]) {
    await sql.raw(statement).execute(db)
  }
}

const EXTENSIONS = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists cube`,
  `create extension if not exists earthdistance`,
]

const PEOPLE = [
  `create table users (
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
    search text not null generated always as
      (lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone_number)) stored
  )`,
  `create unique index users_phone_living on users (phone_number) where deleted_at is null`,
  `create unique index users_email_living on users (lower(email)) where deleted_at is null and email is not null`,
  `create index users_role on users (role, id desc) where deleted_at is null`,
  `create index users_parent on users (parent_id, id desc) where deleted_at is null`,
  `create index users_search on users using gin (search gin_trgm_ops) where deleted_at is null`,
  `create index users_phone_reversed on users (reverse(phone_number) text_pattern_ops) where deleted_at is null`,

  `create table subscriber_profiles (
    user_id bigint primary key references users (id) on delete cascade,
    photo text,
    address text not null,
    state text not null,
    pin_code text not null,
    start_date date not null,
    ending_date date not null,
    spouse_name text, spouse_mobile text,
    relative_name text, relative_mobile text,
    friend1_name text, friend1_mobile text,
    friend2_name text, friend2_mobile text,
    friend3_name text, friend3_mobile text,
    friend4_name text, friend4_mobile text,
    health_conditions text,
    medicines text,
    plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD')),
    ride_used_at timestamptz,
    show_first_name boolean not null default false,
    critical_line text,
    consent_version text not null,
    consented_at timestamptz not null,
    updated_at timestamptz not null default now()
  )`,
  `create index subscriber_profiles_start on subscriber_profiles (start_date desc, user_id desc)`,
  `create index subscriber_profiles_ending on subscriber_profiles (ending_date)`,

  `create table distributor_profiles (
    user_id bigint primary key references users (id) on delete cascade,
    photo text,
    firm_name text not null,
    address text not null,
    district text not null,
    state text not null,
    pin_code text not null,
    date_of_birth date not null,
    alternate_mobile_number text,
    aadhar_number_sealed bytea, aadhar_number_masked text,
    pan_number_sealed bytea, pan_number_masked text,
    gst_number text,
    bank_name text, bank_branch text, ifsc_code text,
    bank_account_number_sealed bytea, bank_account_number_masked text,
    aadhar_upload text, pan_upload text, gstin_upload text,
    kyc_flags text[] not null default '{}'
  )`,
  `create index distributor_profiles_firm on distributor_profiles using gin (lower(firm_name) gin_trgm_ops)`,

  `create table otp_challenges (
    id bigint generated always as identity primary key,
    purpose text not null check (purpose in ('login', 'register')),
    phone_number text not null,
    code_hash bytea not null,
    ip_hash bytea,
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    voided_at timestamptz
  )`,
  `create index otp_challenges_phone on otp_challenges (phone_number, created_at desc)`,
  `create index otp_challenges_ip on otp_challenges (ip_hash, created_at desc) where ip_hash is not null`,
  `create unique index otp_challenges_live on otp_challenges (purpose, phone_number) where used_at is null and voided_at is null`,

  // Refresh tokens of one family share a random root (hashed here) and differ in their generation; the newest that was
  // used is kept, every older one is theft.
  `create table sessions (
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
    end_reason text check (end_reason in ('logout', 'theft', 'removed', 'expired', 'password'))
  )`,
  `create index sessions_user on sessions (user_id) where ended_at is null`,

  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor_id bigint references users (id),
    action text not null,
    subject text not null,
    subject_id bigint,
    detail jsonb not null default '{}',
    ip text
  )`,
  `create index audit_log_subject on audit_log (subject, subject_id, id desc)`,
  `create index audit_log_actor on audit_log (actor_id, id desc)`,
]

const STICKERS = [
  `create table bulk_jobs (
    id bigint generated always as identity primary key,
    count integer not null check (count between 1 and 5000),
    status text not null default 'PROCESSING' check (status in ('PROCESSING', 'COMPLETED', 'PRINTED', 'FAILED')),
    progress integer not null default 0,
    file text,
    file_bytes bigint,
    last_error text,
    created_by bigint not null references users (id),
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    printed_by bigint references users (id),
    printed_at timestamptz
  )`,
  `create index bulk_jobs_status on bulk_jobs (status, id desc)`,

  `create table coupons (
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
    created_at timestamptz not null default now()
  )`,
  `create index coupons_status on coupons (status, id desc)`,
  `create index coupons_bulk_job on coupons (bulk_job_id, id) where bulk_job_id is not null`,
  `create index coupons_user on coupons (user_id) where user_id is not null`,
  `create index coupons_search on coupons using gin ((serial_number || ' ' || coupon_code) gin_trgm_ops)`,

  `create table creator_coupons (
    id bigint generated always as identity primary key,
    name text not null,
    coupon_code text not null unique,
    social_media_name text not null,
    start_date date not null,
    end_date date not null check (end_date >= start_date),
    is_active boolean not null default true,
    created_by bigint references users (id),
    created_at timestamptz not null default now()
  )`,
  `create index creator_coupons_search on creator_coupons using gin (lower(name || ' ' || coupon_code) gin_trgm_ops)`,

  `create table subscriptions (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id) on delete cascade,
    start_date date not null,
    end_date date not null,
    coupon_id bigint references coupons (id),
    creator_coupon_id bigint references creator_coupons (id),
    plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD')),
    created_at timestamptz not null default now()
  )`,
  `create index subscriptions_user on subscriptions (user_id, end_date desc)`,
]

const ALERTS = [
  `create table alerts (
    id bigint generated always as identity primary key,
    coupon_id bigint not null references coupons (id),
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
    version integer not null default 1
  )`,
  `create index alerts_status on alerts (status, id desc)`,
  `create index alerts_pending on alerts (id) where status = 'PENDING'`,
  `create index alerts_untold on alerts (id) where relatives_told_at is null and status = 'PENDING' and user_id is not null`,
  `create index alerts_coupon on alerts (coupon_id, id desc)`,
  `create index alerts_user on alerts (user_id, id desc)`,
  `create index alerts_place on alerts using gist (ll_to_earth(latitude, longitude))
    where latitude is not null and longitude is not null`,

  // Every press, also the ones that join an open alert. scan_id makes a press idempotent.
  `create table alert_reports (
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
    created_at timestamptz not null default now()
  )`,
  `create index alert_reports_alert on alert_reports (alert_id)`,
  `create index alert_reports_coupon on alert_reports (coupon_id, created_at)`,
  `create index alert_reports_device on alert_reports (device_id, created_at) where device_id is not null`,
  `create index alert_reports_ip on alert_reports (ip_hash, created_at) where ip_hash is not null`,

  // One row whose lock makes seq the commit order (see docs/architecture.md). Never a sequence: those are handed out
  // before the commit, and a reader that has passed a number would miss the one that commits late.
  `create table live_counter (one boolean primary key default true check (one), n bigint not null)`,
  `insert into live_counter (n) values (0)`,
  `create table alert_events (
    id bigint generated always as identity primary key,
    seq bigint not null unique,
    alert_id bigint not null references alerts (id),
    kind text not null check (kind in ('raised', 'joined', 'details', 'claimed', 'taken_over', 'released', 'dispatched',
      'told', 'message', 'viewed', 'attended', 'rejected', 'escalated', 'note')),
    actor_id bigint references users (id),
    detail jsonb not null default '{}',
    at timestamptz not null default now()
  )`,
  `create index alert_events_alert on alert_events (alert_id, seq)`,

  `create table consoles (
    id uuid primary key,
    user_id bigint not null references users (id) on delete cascade,
    armed boolean not null,
    last_seen_at timestamptz not null default now()
  )`,
  `create index consoles_seen on consoles (last_seen_at)`,
]

const DISPATCH = [
  `create table ambulances (
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
    created_at timestamptz not null default now()
  )`,
  `create index ambulances_near on ambulances using gist
    (ll_to_earth(coalesce(last_latitude, base_latitude), coalesce(last_longitude, base_longitude)))
    where status = 'AVAILABLE'`,

  `create table dispatches (
    id bigint generated always as identity primary key,
    alert_id bigint not null references alerts (id),
    ambulance_id bigint references ambulances (id),
    outside_provider text,
    state text not null default 'ASSIGNED' check (state in ('ASSIGNED', 'ACCEPTED', 'EN_ROUTE', 'AT_SCENE',
      'TRANSPORTING', 'AT_HOSPITAL', 'DONE', 'CANCELLED')),
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
    check (ambulance_id is not null or outside_provider is not null)
  )`,
  `create unique index dispatches_one_alert on dispatches (alert_id) where state not in ('DONE', 'CANCELLED')`,
  `create unique index dispatches_one_ambulance on dispatches (ambulance_id) where state not in ('DONE', 'CANCELLED')`,
  `create index dispatches_alert on dispatches (alert_id, id desc)`,

  `create table hospitals (
    id bigint generated always as identity primary key,
    name text not null,
    phone text not null,
    email text,
    address text not null,
    latitude double precision not null,
    longitude double precision not null,
    emergency boolean not null default true,
    created_at timestamptz not null default now()
  )`,
  `create index hospitals_near on hospitals using gist (ll_to_earth(latitude, longitude))`,

  `create table handovers (
    id bigint generated always as identity primary key,
    alert_id bigint not null references alerts (id),
    hospital_id bigint references hospitals (id),
    token_hash bytea not null unique,
    sent_to text not null,
    created_by bigint not null references users (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index handovers_alert on handovers (alert_id)`,
  `create table handover_views (
    id bigint generated always as identity primary key,
    handover_id bigint not null references handovers (id),
    ip text,
    at timestamptz not null default now()
  )`,
  `create index handover_views_handover on handover_views (handover_id)`,
]

const MESSAGES = [
  `create table messages (
    id bigint generated always as identity primary key,
    channel text not null default 'sms' check (channel in ('sms', 'email')),
    to_phone text not null,
    template text not null,
    params jsonb,
    params_sealed bytea,
    alert_id bigint references alerts (id),
    user_id bigint references users (id),
    recipient_name text,
    recipient_relation text,
    dedupe_key text not null unique,
    state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'delivered', 'failed', 'cancelled')),
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
    failed_at timestamptz
  )`,
  `create index messages_due on messages (next_attempt_at) where state in ('pending', 'sending')`,
  `create index messages_alert on messages (alert_id, id) where alert_id is not null`,
  `create unique index messages_provider_id on messages (provider, provider_id) where provider_id is not null`,
  `create index messages_failed on messages (id desc) where state = 'failed'`,

  `create table outbox (
    id bigint generated always as identity primary key,
    job text not null,
    job_id text not null unique,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    published_at timestamptz
  )`,
  `create index outbox_unpublished on outbox (id) where published_at is null`,
  `create index outbox_published on outbox (published_at) where published_at is not null`,

  // What the console provider "sent": the development inbox. Empty in production, where that provider is refused.
  `create table dev_messages (
    id bigint generated always as identity primary key,
    message_id bigint not null,
    to_phone text not null,
    text text not null,
    template text not null,
    created_at timestamptz not null default now()
  )`,
  `create index dev_messages_to on dev_messages (to_phone, id desc)`,
]

const OPERATION = [
  // Used by rate-limiter-flexible; the layout is that library's.
  `create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  `create table settings (name text primary key, value jsonb not null)`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}
