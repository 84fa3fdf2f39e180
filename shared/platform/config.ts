import { isIPv4 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { isCommonPassword } from '../contracts/common-passwords.ts'
import { QUEUES } from '../contracts/jobs.ts'
import { MESSAGE_TEMPLATES } from '../contracts/message-templates.ts'
import { normalisePhone } from '../contracts/phone-numbers.ts'
import { isLeakedPassword } from './leaked-passwords.ts'
import { isProviderAddress } from './sms/provider-address.ts'
import { readS3Place } from './storage/s3-place.ts'

const text = z.string().trim()
const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', ''] })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const providerAddress = z.string().refine(isProviderAddress, 'must be a plain https address').optional()
const providerName = z.enum(['console', 'msg91', 'twilio'])

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text.default('127.0.0.1'),
  /** The address people reach us by; goes into QR codes and links. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: text.default('./.data').transform((dir) => path.resolve(dir)),
  /** A bucket for files; without it they lie in a folder of DATA_DIR. */
  STORAGE_URL: text
    .transform((value, context) => {
      try {
        return readS3Place(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' })
        return z.NEVER
      }
    })
    .optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine(
      (url) => !new URL(url).searchParams.has('options'),
      'must not set options: ours and the queues’ would be lost',
    ),
  /** The role that owns the schema; migrations use it and nothing else does. Without it DATABASE_URL owns it. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Past a pooler that shares sessions: for LISTEN, queues and long exports. Without it DATABASE_URL. */
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** A router for driving times; without it they are estimated from the distance. */
  OSRM_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Pictures of streets under the office's maps; without it they show a grid. */
  MAP_TILE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must contain {z}, {x} and {y}')
    .optional(),
  /** Whom the pictures are owed to; stands on every map that shows them. */
  MAP_ATTRIBUTION: text.default('© OpenStreetMap contributors'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((key) => new Set(key).size >= 8, 'must be random: it has fewer than 8 different characters'),
  /** Secrets that are still accepted, or accepted already, around a change of SECRET_KEY. */
  SECRET_KEYS_BEFORE: list
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')).max(5, 'must be at most five'))
    .default([]),
  SMS_PROVIDERS: list.pipe(z.array(providerName).min(1)).default(['console']),
  MSG91_AUTH_KEY: text.optional(),
  MSG91_WEBHOOK_SECRET: text.optional(),
  MSG91_BASE_URL: providerAddress,
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_BASE_URL: providerAddress,
  /** Codes by SMS in 24 hours over all numbers: what a flood may cost at most. */
  OTP_PER_DAY: z.coerce.number().int().min(10).max(10_000_000).default(10_000),
  /** A mail server, `smtps://user:password@host` or `smtp://host` (STARTTLS); without it hospitals get SMS only. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of e-mails. */
  MAIL_FROM: z.email().optional(),
  /** JSON object: template name -> DLT template id. */
  DLT_TEMPLATE_IDS: z
    .string()
    .transform((value, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(value))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a JSON object of template name to DLT template id' })
        return z.NEVER
      }
    })
    .optional(),
  /** Whether admins need an authenticator app to log in; in production they do unless this says otherwise. */
  ADMIN_TOTP: z.enum(['required', 'optional']).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(20).optional(),
  ADMIN_PHONE: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
  DEMO_DATA: flag.default(false),
  /** Allows on a reachable address what is safe on this machine only: demo people, codes shown to all, plain HTTP. */
  ALLOW_UNSAFE: flag.default(false),
  /** Refuse identity and bank numbers that only look wrong, instead of noting them for the admin. */
  STRICT_KYC: flag.default(false),
  /** Who is called when an alert waits two minutes or when no screen listens. */
  ON_CALL_NUMBERS: list
    .pipe(
      z.array(
        z
          .string()
          .transform(normalisePhone)
          .pipe(z.string().regex(/^[6-9]\d{9}$/, 'must be Indian mobile numbers of 10 digits')),
      ),
    )
    .transform((numbers) => [...new Set(numbers)])
    .default([]),
  /** Hops of proxies in front of us whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  /** Minutes between two scans that no person makes, through the whole product; 0 is never. */
  SYNTHETIC_SCAN_MINUTES: z.coerce.number().int().min(0).max(60).optional(),
  /** Where those scans go when PUBLIC_URL cannot be reached from inside. */
  SYNTHETIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Hears of each good scan; calls somebody when it hears nothing. */
  HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A second port for /metrics and /healthz, never to be reached by the public; none without it. 0 takes a free one. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** What a worker process takes jobs from; scale workers for messages and for bulk jobs apart. */
  WORKER_QUEUES: list.pipe(z.array(z.enum(QUEUES)).min(1)).default([...QUEUES]),
  /** Whether packing coupons has only what others leave of the processors; `normal` on machines that do nothing else. */
  BULK_PRIORITY: z.enum(['idle', 'normal']).default('idle'),
  /** Seconds between two sweeps of the worker for whatever was lost. */
  SWEEP_SECONDS: z.coerce.number().min(0.2).max(60).default(2),
  BRAND_NAME: text.default('Tvarit'),
  BRAND_EMAIL: text.default('help@tvarit.example'),
  /** Goes into messages as the number to call back. */
  BRAND_PHONE: text.regex(/^\+?[\d\s()-]{3,20}$/, 'must be a phone number').default('1800 000 0000'),
  BRAND_ADDRESS: text.default('Tvarit, New Delhi, India'),
  BRAND_MAP_URL: text.default('https://www.openstreetmap.org/search?query=New%20Delhi'),
})

/** The validated settings of one process. See docs/operations.md for each of them. */
export type Config = Omit<z.output<typeof settings>, Defaulted | 'ADMIN_TOTP' | 'SYNTHETIC_SCAN_MINUTES'> &
  Record<Defaulted, string> & { ADMIN_TOTP: 'required' | 'optional'; SYNTHETIC_SCAN_MINUTES: number }
type Defaulted = 'PUBLIC_URL' | 'DATABASE_SESSION_URL'

/** A setting is missing, malformed or unsafe; `message` is one clear sentence per problem. */
export class ConfigError extends Error {}

/**
 * Reads and checks all settings at once. Throws ConfigError naming every wrong one, and whatever is unsafe for an
 * installation that others can reach, unless ALLOW_UNSAFE allows it.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, given)}`)
    throw new ConfigError(`Wrong setting. ${problems.join('; ')}.`)
  }
  const { PUBLIC_URL, DATABASE_SESSION_URL, DATABASE_URL, NODE_ENV, PORT } = parsed.data
  const production = NODE_ENV === 'production'
  const config: Config = {
    ...parsed.data,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${PORT}`,
    DATABASE_SESSION_URL: DATABASE_SESSION_URL ?? DATABASE_URL,
    ADMIN_TOTP: parsed.data.ADMIN_TOTP ?? (production ? 'required' : 'optional'),
    SYNTHETIC_SCAN_MINUTES: parsed.data.SYNTHETIC_SCAN_MINUTES ?? (production ? 5 : 0),
  }
  const problems = [
    ...missingCredentials(config),
    ...(isReachable(config) && !config.ALLOW_UNSAFE ? unsafe(config) : []),
  ]
  if (problems.length > 0) throw new ConfigError(`Wrong setting. ${problems.join('; ')}.`)
  return config
}

function describe(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  return given[String(issue.path[0])] === undefined ? 'is missing' : issue.message
}

function missingCredentials(config: Config): string[] {
  const needed = {
    console: [],
    msg91: ['MSG91_AUTH_KEY', 'MSG91_WEBHOOK_SECRET'],
    twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  } as const
  const missing = config.SMS_PROVIDERS.flatMap((provider) =>
    needed[provider].filter((name) => !config[name]).map((name) => `${name}: is needed by SMS provider ${provider}`),
  )
  if (config.SMS_PROVIDERS.includes('msg91')) {
    const without = Object.keys(MESSAGE_TEMPLATES).filter((name) => !config.DLT_TEMPLATE_IDS?.[name])
    if (without.length > 0) {
      missing.push(`DLT_TEMPLATE_IDS: SMS provider msg91 needs the DLT template id of ${without.join(', ')}`)
    }
  }
  return config.SMTP_URL && !config.MAIL_FROM ? [...missing, 'MAIL_FROM: is needed by SMTP_URL'] : missing
}

/** Whether others than this machine can reach it: production, or an address that is not this machine's own. */
export function isReachable({ NODE_ENV, HOST, PUBLIC_URL }: Pick<Config, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return NODE_ENV === 'production' || !isLoopback(HOST) || !isLoopback(new URL(PUBLIC_URL).hostname)
}

export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))

function unsafe(config: Config): string[] {
  const problems: string[] = []
  if (config.SMS_PROVIDERS.includes('console')) problems.push('SMS_PROVIDERS: console shows codes to everybody')
  if (!config.PUBLIC_URL.startsWith('https://')) problems.push('PUBLIC_URL: must start with https://')
  const { ADMIN_PASSWORD } = config
  if (ADMIN_PASSWORD && (isCommonPassword(ADMIN_PASSWORD) || isLeakedPassword(ADMIN_PASSWORD))) {
    problems.push('ADMIN_PASSWORD: is among the first that others try')
  }
  if (config.DEMO_DATA) problems.push('DEMO_DATA: demo logins are known to everybody')
  if (problems.length > 0)
    problems.push('whoever reaches this address could use that; ALLOW_UNSAFE=1 allows it for a trial')
  return problems
}
