/** Series for each rule, as promtool writes them: with `fires` it fires after `minutes`, with `quiet` it does not. */
interface RuleCase {
  fires: Record<string, string>
  quiet: Record<string, string>
  /** Default 10. */
  minutes?: number
}

const at = (value: number) => `${value}x160`
/** A counter or histogram that rises by so much every 15 s, or not at all. */
const rises = (by: number) => `0+${by}x160`

const gauge = (series: string, bad: number, good: number, minutes?: number): RuleCase => ({
  fires: { [series]: at(bad) },
  quiet: { [series]: at(good) },
  ...(minutes ? { minutes } : {}),
})
const counter = (series: string, by: number, minutes?: number): RuleCase => ({
  fires: { [series]: rises(by) },
  quiet: { [series]: rises(0) },
  ...(minutes ? { minutes } : {}),
})
/** Of every run one in the first bucket, or only in the last. */
const histogram = (name: string, labels: string, limit: number, minutes?: number): RuleCase => ({
  fires: { [`${name}_bucket{${labels}le="${limit}"}`]: rises(0), [`${name}_bucket{${labels}le="+Inf"}`]: rises(9) },
  quiet: { [`${name}_bucket{${labels}le="0.01"}`]: rises(9), [`${name}_bucket{${labels}le="+Inf"}`]: rises(9) },
  ...(minutes ? { minutes } : {}),
})

const WATCHED = {
  'tvarit_queue_consumers{queue="alerts"}': at(1),
  'tvarit_queue_store_up{store="redis"}': at(1),
  'tvarit_consoles{state="armed"}': at(1),
  'tvarit_database_takes_writes{instance="a"}': at(1),
  tvarit_synthetic_ok: at(1),
}

export const RULE_CASES: Record<string, RuleCase> = {
  AlertUnclaimed: gauge('tvarit_alert_oldest_unclaimed_seconds{instance="a"}', 121, 60),
  NoArmedConsole: gauge('tvarit_consoles{state="armed"}', 0, 1),
  AdminsAreBeingCalled: counter('tvarit_escalations_total{level="2"}', 1),
  PressesFail: counter('tvarit_press_failures_total{reason="unavailable"}', 1),
  PressesAreSlow: histogram('tvarit_press_commit_seconds', '', 2.5),
  ConsolesAreLate: histogram('tvarit_press_console_seconds', '', 2.5),
  SyntheticScanFails: gauge('tvarit_synthetic_ok', 0, 1),
  NoSyntheticScan: gauge('tvarit_synthetic_good_seconds', 901, 300),
  SyntheticScanIsSlow: gauge('tvarit_synthetic_stage_seconds{stage="press"}', 6, 1, 15),
  LiveReaderHangs: gauge('tvarit_live_reader_idle_seconds{instance="a"}', 11, 1),
  LiveCounterHealed: counter('tvarit_live_counter_healed', 1),
  StrangeScans: counter('tvarit_press_failures_total{reason="unknown_sticker"}', 3, 11),
  DispatchRacesLost: counter('tvarit_domain_errors_total{procedure="dispatch.assign",code="CONFLICT"}', 1, 11),
  OutboxIsStuck: gauge('tvarit_outbox_oldest_seconds', 16, 1),
  OutboxFills: gauge('tvarit_outbox_unpublished', 1001, 10, 15),
  MessagesAreStuck: gauge('tvarit_messages_oldest_seconds', 181, 2),
  MessagesPileUp: gauge('tvarit_messages_waiting', 501, 5),
  MessagesFail: gauge(
    'tvarit_messages_last_hour{instance="a",template="relative_alert",audience="other",state="failed"}',
    4,
    3,
  ),
  StaffNotReached: {
    fires: {
      'tvarit_messages_last_hour{instance="a",template="staff_escalation",audience="staff",state="failed"}': at(1),
    },
    quiet: {
      'tvarit_messages_last_hour{instance="a",template="relative_alert",audience="other",state="failed"}': at(1),
      'tvarit_messages_last_hour{instance="a",template="staff_escalation",audience="staff",state="sent"}': at(1),
    },
  },
  ProviderLeftAlone: gauge('tvarit_provider_breaker_open{provider="msg91"}', 1, 0),
  NoProviderWorks: {
    fires: {
      'tvarit_provider_breaker_open{provider="msg91"}': at(1),
      'tvarit_provider_breaker_open{provider="twilio"}': at(1),
    },
    quiet: {
      'tvarit_provider_breaker_open{provider="msg91"}': at(1),
      'tvarit_provider_breaker_open{provider="twilio"}': at(0),
    },
  },
  ProviderIsSlow: histogram('tvarit_message_send_seconds', 'provider="msg91",', 3, 21),
  MessagesUncertain: counter('tvarit_message_sends_total{provider="msg91",outcome="uncertain"}', 1),
  CodesAreNotUsed: {
    fires: {
      'tvarit_codes_last_hour{instance="a",state="sent"}': at(30),
      'tvarit_codes_last_hour{instance="a",state="used"}': at(10),
    },
    quiet: {
      'tvarit_codes_last_hour{instance="a",state="sent"}': at(30),
      'tvarit_codes_last_hour{instance="a",state="used"}': at(25),
    },
  },
  CodesToOneSeries: gauge('tvarit_codes_busiest_prefix', 31, 3),
  StickersGuessed: {
    fires: {
      'tvarit_http_request_seconds_count{route="/s/:token",status="4xx"}': rises(8),
      'tvarit_press_failures_total{reason="unknown_sticker"}': rises(0),
    },
    quiet: {
      'tvarit_http_request_seconds_count{route="/s/:token",status="4xx"}': rises(1),
      'tvarit_press_failures_total{reason="unknown_sticker"}': rises(0),
    },
    minutes: 11,
  },
  ProcessDown: gauge('up{job="tvarit-server",instance="a"}', 0, 1),
  NoServer: gauge('up{job="tvarit-server",instance="a"}', 0, 1),
  // A worker for bulk work alone is up all the same.
  NoWorker: {
    fires: {
      'up{job="tvarit-worker",instance="a"}': at(1),
      'tvarit_queue_consumers{instance="a",queue="bulk"}': at(1),
      'tvarit_queue_consumers{instance="a",queue="alerts"}': at(0),
    },
    quiet: {
      'up{job="tvarit-worker",instance="a"}': at(1),
      'tvarit_queue_consumers{instance="a",queue="alerts"}': at(1),
    },
  },
  QueueStoreAway: gauge('tvarit_queue_store_up{store="redis"}', 0, 1),
  MetricsMissing: { fires: { ...WATCHED, tvarit_synthetic_ok: '_x160' }, quiet: WATCHED, minutes: 15 },
  DatabaseAway: gauge('tvarit_database_up{instance="a"}', 0, 1),
  DatabaseRejectsWrites: {
    fires: {
      'tvarit_database_takes_writes{instance="a"}': at(1),
      'tvarit_database_takes_writes{instance="b"}': at(0),
    },
    quiet: { 'tvarit_database_takes_writes{instance="a"}': at(1) },
  },
  DatabaseDiskFills: {
    fires: {
      'node_filesystem_avail_bytes{job="node",fstype="ext4",mountpoint="/"}': at(14),
      'node_filesystem_size_bytes{job="node",fstype="ext4",mountpoint="/"}': at(100),
    },
    quiet: {
      'node_filesystem_avail_bytes{job="node",fstype="ext4",mountpoint="/"}': at(50),
      'node_filesystem_size_bytes{job="node",fstype="ext4",mountpoint="/"}': at(100),
    },
    minutes: 15,
  },
  DiskFills: {
    fires: { 'tvarit_disk_free_bytes{disk="data"}': at(14), 'tvarit_disk_bytes{disk="data"}': at(100) },
    quiet: { 'tvarit_disk_free_bytes{disk="data"}': at(50), 'tvarit_disk_bytes{disk="data"}': at(100) },
    minutes: 15,
  },
  ClockIsOff: gauge('tvarit_clock_skew_seconds{instance="a"}', -6, 0.2),
  DatabaseFails: counter('tvarit_database_errors_total{class="57"}', 1),
  ConnectionsRunOut: gauge('tvarit_database_connections{instance="a",pool="jobs",state="waiting"}', 1, 0),
  QueueIsLong: gauge('tvarit_queue_jobs{queue="alerts",state="waiting"}', 501, 5),
  JobsFailed: gauge('tvarit_queue_jobs{queue="alerts",state="failed"}', 1, 0),
  JobsAreSlow: histogram('tvarit_job_seconds', 'exported_job="send-message",', 30, 21),
  BulkJobFailed: gauge('tvarit_bulk_jobs{status="FAILED"}', 1, 0),
  Faults: counter('tvarit_procedure_faults_total{procedure="alerts.claim"}', 1),
  RequestsFail: counter('tvarit_http_request_seconds_count{route="/api/docs",status="5xx"}', 1),
  LoginsFail: counter('tvarit_domain_errors_total{procedure="auth.login",code="UNAUTHORIZED"}', 5, 11),
  AuditIsNotSealed: gauge('tvarit_audit_unsealed_seconds', 1801, 60),
  AuditIsBroken: gauge('tvarit_audit_broken', 1, 0),
  AuditIsNotChecked: gauge('tvarit_audit_check_seconds', 172_801, 3600, 15),
  BackupIsOld: gauge('tvarit_backup_age_seconds', 93_601, 3600, 15),
  LogIsNotArchived: gauge('tvarit_backup_wal_age_seconds', 301, 30),
  RetentionIsStuck: gauge('tvarit_retention_seconds', 172_801, 3600, 15),
  EventLoopLags: gauge('nodejs_eventloop_lag_p99_seconds{job="tvarit-server"}', 0.3, 0.02),
  ConsolesKeepReconnecting: {
    fires: { tvarit_live_starts_total: rises(90), tvarit_live_consoles: at(10) },
    quiet: { tvarit_live_starts_total: rises(1), tvarit_live_consoles: at(10) },
    minutes: 15,
  },
  SocketsRunOut: gauge('tvarit_live_sockets{instance="a"}', 8001, 300),
}
