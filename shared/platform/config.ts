import { isIPv4 } from 'node:net'
import path from 'node:path'
import { diff } from 'node:util'
import { z } from 'zod'
import { isCommonPassword } from '../contracts/common-passwords.ts'
import { isMessageQueue, QUEUES } from '../contracts/jobs.ts'
import { PHONE_CHANNELS } from '../contracts/messages.ts'
import { isSpoken, MESSAGE_TEMPLATES, type TemplateName } from '../contracts/message-templates.ts'
import { normalisePhone } from '../contracts/phone-numbers.ts'
import { isLeakedPassword } from './leaked-passwords.ts'
import { isProviderAddress } from './provider-address.ts'
import { readS3Place } from './s3-place.ts'

const text = z.string().trim()
const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off', ''] })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const providerAddress = z.string().refine(isProviderAddress, 'must be a plain https address').optional()
/** A JSON object in one setting. */
const json = <Shape>(shape: z.ZodType<Shape>, what: string) =>
  z.string().transform((value, context): Shape => {
    try {
      return shape.parse(JSON.parse(value))
    } catch {
      context.addIssue({ code: 'custom', message: `must be a JSON object of ${what}` })
      return z.NEVER
    }
  })
const byName = z.record(z.string(), z.string())
const providerName = z.enum(['console', 'exotel', 'msg91', 'twilio'])

const price = z.coerce.number().int().min(1).max(1_000_000).optional()

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
  /** Hosts of Redis Sentinel, `sentinel-1:26379,sentinel-2:26379`; the host of REDIS_URL is then the master's name. */
  REDIS_SENTINELS: z
    .string()
    .regex(/^[\w.-]+:\d+(,[\w.-]+:\d+)*$/, 'must be hosts with their ports, separated by commas')
    .transform((text) =>
      text.split(',').map((each) => ({ host: each.split(':')[0]!, port: Number(each.split(':')[1]) })),
    )
    .optional(),
  /** A router for driving times; without it they are estimated from the distance. */
  OSRM_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Streets on the office's maps: a PMTiles archive, by its name in the file store or by its address. */
  MAP_PMTILES: z
    .string()
    .refine(
      (text) => /^[a-z0-9][a-z0-9-]*\.pmtiles$/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an http(s) address, or a name in small letters like india.pmtiles',
    )
    .optional(),
  /** Pictures of streets instead of that. Without either, maps show land, rivers and towns. */
  MAP_TILE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must contain {z}, {x} and {y}')
    .optional(),
  /** Whom streets are owed to; stands on every map that shows them. */
  MAP_ATTRIBUTION: text.default('© OpenStreetMap contributors'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((key) => new Set(key).size >= 8, 'must be random: it has fewer than 8 different characters'),
  /** Secrets that are still accepted, or accepted in advance, around a change of SECRET_KEY. */
  SECRET_KEYS_BEFORE: list
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')).max(5, 'must be at most five'))
    .default([]),
  SMS_PROVIDERS: list.pipe(z.array(providerName.extract(['console', 'msg91', 'twilio'])).min(1)).default(['console']),
  /** Empty: not in use. Without it `console` where SMS have it. */
  WHATSAPP_PROVIDERS: list.pipe(z.array(providerName.extract(['console', 'msg91', 'twilio']))).optional(),
  VOICE_PROVIDERS: list.pipe(z.array(providerName.extract(['console', 'exotel', 'twilio']))).optional(),
  MSG91_AUTH_KEY: text.optional(),
  MSG91_WEBHOOK_SECRET: text.optional(),
  /** Receipts with it are still accepted, around a change. */
  MSG91_WEBHOOK_SECRET_BEFORE: text.optional(),
  MSG91_BASE_URL: providerAddress,
  MSG91_WHATSAPP_NUMBER: text.optional(),
  MSG91_WHATSAPP_NAMESPACE: text.optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_AUTH_TOKEN_BEFORE: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_WHATSAPP_FROM: text.optional(),
  TWILIO_VOICE_FROM: text.optional(),
  TWILIO_BASE_URL: providerAddress,
  EXOTEL_ACCOUNT_SID: text.optional(),
  EXOTEL_API_KEY: text.optional(),
  EXOTEL_API_TOKEN: text.optional(),
  EXOTEL_API_TOKEN_BEFORE: text.optional(),
  EXOTEL_CALLER_ID: text.optional(),
  EXOTEL_FLOW_IDS: json(byName, 'language to flow id').optional(),
  EXOTEL_BASE_URL: providerAddress,
  /** What a part of a message, or a call, costs: provider to channel to paise. */
  MESSAGE_PRICES: json(
    z.partialRecord(providerName, z.partialRecord(z.enum(PHONE_CHANNELS), z.number().min(0).max(100_000))),
    'provider to channel to paise',
  ).default({}),
  /** Messages in 24 hours that belong to no emergency and are no codes: contact checks, reminders. */
  OTHER_MESSAGES_PER_DAY: z.coerce.number().int().min(0).max(10_000_000).default(10_000),
  /** Codes by SMS in 24 hours over all numbers: the most a flood may cost. */
  OTP_PER_DAY: z.coerce.number().int().min(10).max(10_000_000).default(10_000),
  /** A mail server, `smtps://user:password@host` or `smtp://host` (STARTTLS); without it hospitals get SMS only. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of e-mails. */
  MAIL_FROM: z.email().optional(),
  /** Template name, or name and language (`relative_alert.hi`), to DLT template id. */
  DLT_TEMPLATE_IDS: json(byName, 'template name to DLT template id').optional(),
  /** The same for WhatsApp; by provider where two have ids of their own. */
  WHATSAPP_TEMPLATE_IDS: json(
    z.record(z.string(), z.union([z.string(), z.partialRecord(providerName, z.string())])),
    'template name to id, or to ids by provider',
  ).optional(),
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
  /** Prepare an empty database although its installation had data: it is meant to start anew. */
  ALLOW_EMPTY_DATABASE: flag.default(false),
  /** Where `npm run migrate` finds the backups of this machine: an empty database beside them is not meant. */
  BACKUP_DIR: text.optional(),
  /** Refuse identity and bank numbers that only look wrong, instead of noting them for the admin. */
  STRICT_KYC: flag.default(false),
  /** The first people on call; the page `/on-call` has them after the first start. */
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
  /** Where pushes may go besides the browsers' push services: a fake one of the tests, on this machine. */
  PUSH_TEST_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => isLoopback(new URL(url).hostname), 'must be on this machine')
    .transform((url) => new URL(url).origin)
    .optional(),
  /** When a relative's phone having the text does not count as told, hours in India; `0-0` never, `0-24` always. */
  NIGHT_HOURS: text
    .regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-4])$/, 'must be two hours like 22-7')
    .transform((value) => {
      const [from, to] = value.split('-').map(Number) as [number, number]
      return { from, hours: to < from ? to + 24 - from : to - from }
    })
    .default({ from: 22, hours: 9 }),
  /** Hops of proxies in front of us whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  /** Minutes between two synthetic scans through the whole product; 0 is never. */
  SYNTHETIC_SCAN_MINUTES: z.coerce.number().int().min(0).max(60).optional(),
  /** Where those scans go when PUBLIC_URL cannot be reached from inside. */
  SYNTHETIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** The doctor who answers for the first-aid texts, and the date; stands below them. */
  FIRST_AID_SIGNED: text.max(80).optional(),
  /** Gets a POST after each good scan; that service calls an operator when none comes. */
  HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A second port for /metrics and /healthz, never to be reached by the public; none without it. 0 takes a free one. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** What a worker process takes jobs from; scale workers for messages and for bulk jobs apart. */
  WORKER_QUEUES: list
    .pipe(z.array(z.enum(['messages', 'bulk', 'push'])).min(1))
    .transform((kinds) => QUEUES.filter((name) => kinds.includes(isMessageQueue(name) ? 'messages' : name)))
    .default([...QUEUES]),
  /** Whether coupons are packed at idle scheduling priority; `normal` on machines that do nothing else. */
  BULK_PRIORITY: z.enum(['idle', 'normal']).default('idle'),
  /** Seconds between two sweeps of the worker for whatever was lost. */
  SWEEP_SECONDS: z.coerce.number().min(0.2).max(60).default(2),
  /** Kilometres and minutes within which an ambulance is near: one farther away is not proposed before others are asked. */
  NEAR_KM: z.coerce.number().min(1).max(500).default(30),
  NEAR_MINUTES: z.coerce.number().min(1).max(600).default(45),
  BRAND_NAME: text.default('Tvarit'),
  BRAND_EMAIL: text.default('help@tvarit.example'),
  /** Goes into messages as the number to call back. */
  BRAND_PHONE: text.regex(/^\+?[\d\s()-]{3,20}$/, 'must be a phone number').default('1800 000 0000'),
  BRAND_ADDRESS: text.default('Tvarit, New Delhi, India'),
  BRAND_MAP_URL: text.default('https://www.openstreetmap.org/search?query=New%20Delhi'),
  /** Who answers for the service by law; stands on the public pages. See `MADE_UP`. */
  COMPANY_NAME: text.max(120).optional(),
  COMPANY_ADDRESS: text.max(300).optional(),
  /** Corporate identification number, where there is one. */
  COMPANY_CIN: text.max(40).optional(),
  GRIEVANCE_OFFICER: text.max(80).optional(),
  GRIEVANCE_EMAIL: z.email().optional(),
  GRIEVANCE_PHONE: text.regex(/^\+?[\d\s()-]{3,20}$/, 'must be a phone number').optional(),
  /** What a year of each plan costs in rupees, all taxes included. */
  PRICE_BASIC: price,
  PRICE_GOLD: price,
})

/** What the public pages say in development where a setting is missing; in production they say that it is. */
const MADE_UP = {
  COMPANY_NAME: 'Example Emergency Services Private Limited (made up)',
  COMPANY_ADDRESS: '1 Example Road, New Delhi 110001 (made up)',
  GRIEVANCE_OFFICER: 'Example Officer (made up)',
  GRIEVANCE_EMAIL: 'grievance@tvarit.example',
  GRIEVANCE_PHONE: '1800 000 0000',
  PRICE_BASIC: 499,
  PRICE_GOLD: 799,
} as const
type Public = keyof typeof MADE_UP

/** The settings without which the public pages do not say who sells what for how much. */
export const missingPublicSettings = (config: Pick<Config, Public>): Public[] =>
  (Object.keys(MADE_UP) as Public[]).filter((name) => config[name] === undefined || config[name] === MADE_UP[name])

/** The validated settings of one process. See docs/operations.md for each of them. */
export type Config = Omit<z.output<typeof settings>, Defaulted | Channels | 'ADMIN_TOTP' | 'SYNTHETIC_SCAN_MINUTES'> &
  Record<Defaulted, string> & { [Channel in Channels]-?: NonNullable<z.output<typeof settings>[Channel]> } & {
    ADMIN_TOTP: 'required' | 'optional'
    SYNTHETIC_SCAN_MINUTES: number
  }
type Defaulted = 'PUBLIC_URL' | 'DATABASE_SESSION_URL'
type Channels = 'WHATSAPP_PROVIDERS' | 'VOICE_PROVIDERS'

/** A setting is missing, malformed or unsafe; `message` is one clear sentence per problem. */
export class ConfigError extends Error {}

/** Where nothing given is not the same as an empty list. */
const MAY_BE_EMPTY = new Set<string>(['WHATSAPP_PROVIDERS', 'VOICE_PROVIDERS'] satisfies Channels[])

/**
 * Reads and checks all settings at once. Throws ConfigError naming every wrong one, and whatever is unsafe for an
 * installation that others can reach, unless ALLOW_UNSAFE allows it.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || MAY_BE_EMPTY.has(name)),
    ),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, given)}`)
    throw new ConfigError(`Wrong setting. ${problems.join('; ')}.`)
  }
  const { PUBLIC_URL, DATABASE_SESSION_URL, DATABASE_URL, NODE_ENV, PORT } = parsed.data
  const production = NODE_ENV === 'production'
  const others: 'console'[] = parsed.data.SMS_PROVIDERS.includes('console') ? ['console'] : []
  const config: Config = {
    ...(production ? {} : MADE_UP),
    ...parsed.data,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${PORT}`,
    DATABASE_SESSION_URL: DATABASE_SESSION_URL ?? DATABASE_URL,
    WHATSAPP_PROVIDERS: parsed.data.WHATSAPP_PROVIDERS ?? others,
    VOICE_PROVIDERS: parsed.data.VOICE_PROVIDERS ?? others,
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
  if (given[String(issue.path[0])] === undefined) return 'is missing'
  return issue.code === 'invalid_type' && issue.expected === 'number' ? 'must be a number' : issue.message
}

/** A sentence for each setting that is given, is none of ours and looks like one. */
export function misspelledSettings(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings.shape)
  return Object.keys(environment)
    .filter((name) => name.length > 5 && !known.includes(name) && !OF_OTHERS.has(name))
    .flatMap((name) => {
      const likely = known.find((each) => each.length > 5 && differences(name.toUpperCase(), each) <= 2)
      return likely ? [`There is no setting ${name}: did you mean ${likely}?`] : []
    })
}

/** Those of npm and systems, near ours by chance. */
const OF_OTHERS = new Set(['LOGNAME'])

/** How many letters were left out, added or changed (a changed one counts twice). */
const differences = (a: string, b: string): number => diff(a, b).filter(([kind]) => kind !== 0).length

function missingCredentials(config: Config): string[] {
  const msg91 = ['MSG91_AUTH_KEY', 'MSG91_WEBHOOK_SECRET'] as const
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const
  const exotel = ['EXOTEL_ACCOUNT_SID', 'EXOTEL_API_KEY', 'EXOTEL_API_TOKEN', 'EXOTEL_CALLER_ID'] as const
  const sms = { console: [], msg91, twilio: [...twilio, 'TWILIO_FROM'] } as const
  const whatsapp = {
    console: [],
    msg91: [...msg91, 'MSG91_WHATSAPP_NUMBER', 'MSG91_WHATSAPP_NAMESPACE', 'WHATSAPP_TEMPLATE_IDS'],
    twilio: [...twilio, 'TWILIO_WHATSAPP_FROM', 'WHATSAPP_TEMPLATE_IDS'],
  } as const
  const voice = {
    console: [],
    exotel: [...exotel, 'EXOTEL_FLOW_IDS'],
    twilio: [...twilio, 'TWILIO_VOICE_FROM'],
  } as const
  const without = (channel: string, provider: string, needed: readonly (keyof Config)[]) =>
    needed.filter((name) => !config[name]).map((name) => `${name}: is needed by ${channel} provider ${provider}`)
  const missing = [
    ...config.SMS_PROVIDERS.flatMap((provider) => without('SMS', provider, sms[provider])),
    ...config.WHATSAPP_PROVIDERS.flatMap((provider) => without('WhatsApp', provider, whatsapp[provider])),
    ...config.VOICE_PROVIDERS.flatMap((provider) => without('voice', provider, voice[provider])),
  ]
  if (config.SMS_PROVIDERS.includes('msg91')) {
    const nameless = (Object.keys(MESSAGE_TEMPLATES) as TemplateName[]).filter(
      (name) => !isSpoken(name) && !config.DLT_TEMPLATE_IDS?.[name],
    )
    if (nameless.length > 0) {
      missing.push(`DLT_TEMPLATE_IDS: SMS provider msg91 needs the DLT template id of ${nameless.join(', ')}`)
    }
  }
  return config.SMTP_URL && !config.MAIL_FROM ? [...missing, 'MAIL_FROM: is needed by SMTP_URL'] : missing
}

/** Whether other machines can reach it: production, or an address that is not this machine's own. */
export function isReachable({ NODE_ENV, HOST, PUBLIC_URL }: Pick<Config, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return NODE_ENV === 'production' || !isLoopback(HOST) || !isLoopback(new URL(PUBLIC_URL).hostname)
}

export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))

function unsafe(config: Config): string[] {
  const problems: string[] = []
  if (config.SMS_PROVIDERS.includes('console')) problems.push('SMS_PROVIDERS: console shows codes to everybody')
  if (config.WHATSAPP_PROVIDERS.includes('console')) problems.push('WHATSAPP_PROVIDERS: console sends nothing')
  if (config.VOICE_PROVIDERS.includes('console')) problems.push('VOICE_PROVIDERS: console calls nobody')
  if (!config.PUBLIC_URL.startsWith('https://')) problems.push('PUBLIC_URL: must start with https://')
  const { ADMIN_PASSWORD } = config
  if (ADMIN_PASSWORD && (isCommonPassword(ADMIN_PASSWORD) || isLeakedPassword(ADMIN_PASSWORD))) {
    problems.push('ADMIN_PASSWORD: is among the first that others try')
  }
  for (const { name, hosts, secure } of plainStores(config)) {
    if (!hosts.every(isNear)) problems.push(`${name}: must use TLS to another machine: ${secure}`)
  }
  if (config.PUSH_TEST_ORIGIN) problems.push('PUSH_TEST_ORIGIN: is for tests')
  if (config.DEMO_DATA) problems.push('DEMO_DATA: demo logins are known to everybody')
  if (problems.length > 0)
    problems.push('anyone who reaches this address could use that; ALLOW_UNSAFE=1 allows it for a trial')
  return problems
}

interface PlainStore {
  name: string
  hosts: string[]
  /** What asks for TLS. */
  secure: string
}

/** Database, queues and files that are reached without TLS and a look at the certificate. */
function plainStores(config: Config): PlainStore[] {
  const databases = (['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_SESSION_URL'] as const).map((name) => {
    const url = URL.parse(config[name] ?? '')
    const verified = !url || url.searchParams.get('sslmode') === 'verify-full'
    return { name, hosts: verified ? [] : [url.hostname], secure: '?sslmode=verify-full' }
  })
  const redis = URL.parse(config.REDIS_URL ?? '')
  const plain = redis?.protocol === 'redis:'
  // With sentinels the host of REDIS_URL is no host.
  const hosts = config.REDIS_SENTINELS?.map(({ host }) => host) ?? [redis?.hostname ?? '']
  const endpoint = URL.parse(config.STORAGE_URL?.endpoint ?? '')
  return [
    ...databases,
    { name: 'REDIS_URL', hosts: plain ? hosts : [], secure: 'rediss://' },
    {
      name: 'STORAGE_URL',
      hosts: endpoint?.protocol === 'http:' ? [endpoint.hostname] : [],
      secure: 'an https endpoint',
    },
  ]
}

/** This machine, or a name without a dot: only a network of containers knows such a name. */
const isNear = (host: string): boolean => isLoopback(host) || /^[^.:]*$/.test(host)
