import { isIPv4 } from 'node:net'
import path from 'node:path'
import { diff } from 'node:util'
import { z } from 'zod'
import { isCommonPassword } from '../../contracts/is-common-password.ts'
import { isMessageQueue, QUEUES } from '../../contracts/jobs.ts'
import { PHONE_CHANNELS } from '../../contracts/messages.ts'
import { isSpoken, MESSAGE_TEMPLATES, type TemplateName } from '../../contracts/message-templates.ts'
import { normalisePhone } from '../../contracts/phone-numbers.ts'
import { isLeakedPassword } from './is-leaked-password.ts'
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
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      'production is for real work: admins need an authenticator app, synthetic scans run, and unsafe settings end the start on any address.',
    ),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port on which the server listens.'),
  HOST: text.default('127.0.0.1').describe('Address on which the server listens.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'The address people reach, http://localhost:PORT without it. It goes into QR codes and links, and is the only web origin a WebSocket may come from.',
    ),
  DATA_DIR: text
    .default('./.data')
    .transform((dir) => path.resolve(dir))
    .describe('Folder of the files (without STORAGE_URL), the embedded PostgreSQL and the generated secrets.'),
  STORAGE_URL: text
    .transform((value, context) => {
      try {
        return readS3Place(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' })
        return z.NEVER
      }
    })
    .optional()
    .describe(
      "A bucket for files: s3://bucket/optional-prefix?region=ap-south-1. For another server than Amazon's add &endpoint=https://… (then the region may be left out). Without it files are in DATA_DIR.",
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine(
      (url) => !new URL(url).searchParams.has('options'),
      'must not set options: ours and the queues’ would be lost',
    )
    .describe(
      'PostgreSQL 18 with pg_trgm, cube and earthdistance; npm start brings one. To another machine: ?sslmode=verify-full.',
    ),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The role that owns the schema, for migrations only; not for server and worker. DATABASE_URL is then a role with only the rights the product needs; migrations make it when it does not exist, and set its password. Without it DATABASE_URL owns the schema.',
    ),
  DATABASE_SESSION_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'An address past a pooler that shares sessions, for LISTEN, queues in PostgreSQL and long exports. Without it DATABASE_URL.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      'Queues on Redis 7 or later (append-only file on, noeviction); to another machine rediss://. Without it queues are in PostgreSQL.',
    ),
  REDIS_SENTINELS: z
    .string()
    .regex(/^[\w.-]+:\d+(,[\w.-]+:\d+)*$/, 'must be hosts with their ports, separated by commas')
    .transform((text) =>
      text.split(',').map((each) => ({ host: each.split(':')[0]!, port: Number(each.split(':')[1]) })),
    )
    .optional()
    .describe(
      'Hosts of Redis Sentinel with ports: sentinel-1:26379,sentinel-2:26379. The host of REDIS_URL is then the name of the master: redis://:password@tvarit.',
    ),
  OSRM_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'An OSRM server; driving times of ambulances come from its table service. Without it, or without a proper answer within 1.5 s, they are estimated from the distance.',
    ),
  MAP_PMTILES: z
    .string()
    .refine(
      (text) => /^[a-z0-9][a-z0-9-]*\.pmtiles$/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an http(s) address, or a name in small letters like india.pmtiles',
    )
    .optional()
    .describe(
      "Streets on the office's maps: the name of a PMTiles archive in the file store (india.pmtiles), or its http(s) address.",
    ),
  MAP_TILE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must contain {z}, {x} and {y}')
    .optional()
    .describe(
      'Pictures of streets instead: https://tiles.company.example/{z}/{x}/{y}.png. The tile server learns which region an operator looks at and gets no referrer: use your own or a contracted one. Without either, maps show land, rivers and towns and ask no other server.',
    ),
  MAP_ATTRIBUTION: text
    .default('© OpenStreetMap contributors')
    .describe('Credit that the licence of the streets asks for, on every map with streets.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((key) => new Set(key).size >= 8, 'must be random: it has fewer than 8 different characters')
    .describe('At least 32 random characters, the same for every process; npm start makes one.'),
  SECRET_KEYS_BEFORE: list
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')).max(5, 'must be at most five'))
    .default([])
    .describe(
      'Up to five secrets, separated by commas, that are still accepted, or accepted already, around a change of SECRET_KEY.',
    ),
  SMS_PROVIDERS: list
    .pipe(z.array(providerName.extract(['console', 'msg91', 'twilio'])).min(1))
    .default(['console'])
    .describe('Providers of SMS in the order of trying: msg91, twilio, console (development only).'),
  WHATSAPP_PROVIDERS: list
    .pipe(z.array(providerName.extract(['console', 'msg91', 'twilio'])))
    .optional()
    .describe(
      'The same for WhatsApp: msg91, twilio, console. Empty: not in use, such messages go out as SMS. Not set: console where SMS_PROVIDERS has it, else none.',
    ),
  VOICE_PROVIDERS: list
    .pipe(z.array(providerName.extract(['console', 'exotel', 'twilio'])))
    .optional()
    .describe(
      'The same for calls: exotel, twilio, console. Empty: no calls. Not set: console where SMS_PROVIDERS has it, else none.',
    ),
  MSG91_AUTH_KEY: text.optional().describe('Key of MSG91.'),
  MSG91_WEBHOOK_SECRET: text.optional().describe("Comes back in the header x-webhook-secret of MSG91's web hooks."),
  MSG91_WEBHOOK_SECRET_BEFORE: text
    .optional()
    .describe('Receipts with this value are still accepted, around a change.'),
  MSG91_BASE_URL: providerAddress.describe("https or this machine; without it the provider's own."),
  MSG91_WHATSAPP_NUMBER: text.optional().describe('Our WhatsApp number at MSG91, with 91 and without +.'),
  MSG91_WHATSAPP_NAMESPACE: text.optional().describe('Namespace of the WhatsApp templates at MSG91.'),
  TWILIO_ACCOUNT_SID: text.optional().describe('Account of Twilio.'),
  TWILIO_AUTH_TOKEN: text.optional().describe('Token of Twilio; also proves its receipts.'),
  TWILIO_AUTH_TOKEN_BEFORE: text.optional().describe('Receipts with this token are still accepted, around a change.'),
  TWILIO_FROM: text
    .optional()
    .describe('What SMS of Twilio come from: a number (+91…), a sender name, or a messaging service (MG…).'),
  TWILIO_WHATSAPP_FROM: text
    .optional()
    .describe('What WhatsApp of Twilio comes from: a number (+91…) or a messaging service (MG…).'),
  TWILIO_VOICE_FROM: text.optional().describe('The number (+91…) that calls of Twilio come from.'),
  TWILIO_BASE_URL: providerAddress.describe("https or this machine; without it the provider's own."),
  EXOTEL_ACCOUNT_SID: text.optional().describe('Account of Exotel.'),
  EXOTEL_API_KEY: text.optional().describe('Key of Exotel.'),
  EXOTEL_API_TOKEN: text.optional().describe('Token of Exotel; also proves its receipts.'),
  EXOTEL_API_TOKEN_BEFORE: text.optional().describe('Receipts with this token are still accepted, around a change.'),
  EXOTEL_CALLER_ID: text.optional().describe('The ExoPhone that calls come from.'),
  EXOTEL_FLOW_IDS: json(byName, 'language to flow id')
    .optional()
    .describe(
      'JSON object: language to the id of the flow that speaks it, {"en":"926","hi":"927"}; en also for the others.',
    ),
  EXOTEL_BASE_URL: providerAddress.describe("https or this machine; without it Exotel's in Mumbai."),
  MESSAGE_PRICES: json(
    z.partialRecord(providerName, z.partialRecord(z.enum(PHONE_CHANNELS), z.number().min(0).max(100_000))),
    'provider to channel to paise',
  )
    .default({})
    .describe(
      'JSON object in paise: provider to channel to the price of one part of an SMS, one WhatsApp message, one call: {"twilio":{"sms":30,"voice":110},"exotel":{"voice":60}}.',
    ),
  OTHER_MESSAGES_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(10_000)
    .describe(
      'Contact checks and reminders in 24 hours. Above it they wait half an hour at a time, as long as they are worth sending. Messages of an alert do not count.',
    ),
  OTP_PER_DAY: z.coerce
    .number()
    .int()
    .min(10)
    .max(10_000_000)
    .default(10_000)
    .describe(
      'Codes by SMS in 24 hours over all numbers: the most a flood of requests may cost. One hour gets an eighth. Of both, a fifth is kept for logins of staff and admins, and one more for registered numbers. Above it a request for a code gets 503, and the log an error.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for e-mails to hospitals: smtps://user:password@host, or smtp://host with STARTTLS. Without it hospitals get SMS only.',
    ),
  MAIL_FROM: z.email().optional().describe('Sender of e-mails; SMTP_URL needs it.'),
  DLT_TEMPLATE_IDS: json(byName, 'template name to DLT template id')
    .optional()
    .describe(
      'JSON object: template name, or name and language (relative_alert.hi), to the id it is registered under. msg91 needs one for every template that is not spoken.',
    ),
  WHATSAPP_TEMPLATE_IDS: json(
    z.record(z.string(), z.union([z.string(), z.partialRecord(providerName, z.string())])),
    'template name to id, or to ids by provider',
  )
    .optional()
    .describe(
      'JSON object: template name, or name and language (relative_alert.hi), to the id of the approved template: HX… for Twilio, its name for MSG91. With both: {"relative_alert":{"twilio":"HX…","msg91":"alert"}}. A language without one gets English, a template without one goes out as SMS.',
    ),
  ADMIN_TOTP: z
    .enum(['required', 'optional'])
    .optional()
    .describe(
      'Whether admins need an authenticator app to log in: required in production, else optional. An admin without one sets it up at the next login.',
    ),
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe(
      'The first admin, made when no active user and no removed admin has this e-mail or phone. Another ADMIN_EMAIL and ADMIN_PHONE together make another admin: the emergency way in.',
    ),
  ADMIN_PASSWORD: z.string().min(8).max(20).optional().describe('Password of that admin.'),
  ADMIN_PHONE: z
    .string()
    .regex(/^\d{10}$/)
    .optional()
    .describe('Phone of that admin.'),
  DEMO_DATA: flag
    .default(false)
    .describe(
      'Demo people, stickers and ambulances. On with the embedded database where others cannot reach it, or with ALLOW_UNSAFE.',
    ),
  ALLOW_UNSAFE: flag
    .default(false)
    .describe(
      'For a trial only. Without it a product that others can reach does not start with unsafe settings: demo people, the provider console, an address without https, a common ADMIN_PASSWORD, plain text to a database, Redis or bucket on another machine.',
    ),
  ALLOW_EMPTY_DATABASE: flag
    .default(false)
    .describe('For migrations only: prepare an empty database although this installation had data.'),
  BACKUP_DIR: text
    .optional()
    .describe("For migrations only: the folder of this machine's backups. An empty database beside them is an error."),
  STRICT_KYC: flag
    .default(false)
    .describe(
      'Numbers that only look wrong (Aadhaar, PAN, GSTIN, IFSC, account, PIN, age) are errors instead of notes for the admin.',
    ),
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
    .default([])
    .describe(
      'The first people on call: Indian mobile numbers, separated by commas. The first start takes them over, then the page /on-call counts.',
    ),
  PUSH_TEST_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => isLoopback(new URL(url).hostname), 'must be on this machine')
    .transform((url) => new URL(url).origin)
    .optional()
    .describe("Only for tests: where pushes may go besides the browsers' push services, on this machine."),
  NIGHT_HOURS: text
    .regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-4])$/, 'must be two hours like 22-7')
    .transform((value) => {
      const [from, to] = value.split('-').map(Number) as [number, number]
      return { from, hours: to < from ? to + 24 - from : to - from }
    })
    .prefault('22-7')
    .describe(
      'Hours in India in which a relative is called although the message was delivered, until it is read or confirmed; 0-0 never, 0-24 always.',
    ),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe("How many proxies in front are trusted for the caller's address."),
  SYNTHETIC_SCAN_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe(
      'Minutes between two synthetic scans through the whole product; 0 is never. Not set: 5 in production, else 0.',
    ),
  SYNTHETIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address for synthetic scans where workers cannot reach PUBLIC_URL. With TLS it needs the name on the certificate: in Compose PUBLIC_HOST=tvarit.example gives the proxy that name among the containers, and https://tvarit.example:8443 reaches it.',
    ),
  FIRST_AID_SIGNED: text
    .max(80)
    .optional()
    .describe('The doctor who answers for the first-aid texts, and the date: Dr A. Rao, 12 Jan 2027.'),
  HEARTBEAT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Gets a POST after each good synthetic scan (timeout 5 s); that service calls an operator when none comes.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe(
      'Private port for /metrics, /healthz and /readyz of server and worker, without a password: never open to the public. Each process of a machine needs its own (npm start gives the worker the next one); 0 takes a free one.',
    ),
  METRICS_HOST: text.default('127.0.0.1').describe('Address of the private port; in a container 0.0.0.0.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe(
      'Level of the JSON lines on standard output: fatal, error, warn, info, debug or silent. npm start: warn.',
    ),
  WORKER_QUEUES: list
    .pipe(z.array(z.enum(['messages', 'bulk', 'push'])).min(1))
    .transform((kinds) => QUEUES.filter((name) => kinds.includes(isMessageQueue(name) ? 'messages' : name)))
    .prefault('messages,bulk,push')
    .describe(
      'What a worker takes jobs from. messages is all of them: the queues alerts, codes and messages, each with slots of its own. Each of the three needs a worker.',
    ),
  BULK_PRIORITY: z
    .enum(['idle', 'normal'])
    .default('idle')
    .describe(
      'A coupon job is packed at idle priority; normal for workers on machines of their own, or where the machine is busy all the time.',
    ),
  SWEEP_SECONDS: z.coerce.number().min(0.2).max(60).default(2).describe('Seconds between two looks for lost jobs.'),
  NEAR_KM: z.coerce
    .number()
    .min(1)
    .max(500)
    .default(30)
    .describe(
      'Kilometres within which an ambulance is near. One farther away is proposed only after 108 and other providers.',
    ),
  NEAR_MINUTES: z.coerce.number().min(1).max(600).default(45).describe('The same in minutes.'),
  BRAND_NAME: text.default('Tvarit').describe('Name shown to the public.'),
  BRAND_EMAIL: text.default('help@tvarit.example').describe('E-mail address shown to the public.'),
  BRAND_PHONE: text
    .regex(/^\+?[\d\s()-]{3,20}$/, 'must be a phone number')
    .default('1800 000 0000')
    .describe('Phone shown to the public, and in messages as the number to call back.'),
  BRAND_ADDRESS: text.default('Tvarit, New Delhi, India').describe('Address shown to the public.'),
  BRAND_MAP_URL: text
    .default('https://www.openstreetmap.org/search?query=New%20Delhi')
    .describe('Link to that address on a map.'),
  COMPANY_NAME: text
    .max(120)
    .optional()
    .describe(
      'Company that answers for the service, on the landing page, /privacy, /terms, /refunds and /contact. Outside production made up when not set.',
    ),
  COMPANY_ADDRESS: text
    .max(300)
    .optional()
    .describe('Registered address of that company. Outside production made up when not set.'),
  COMPANY_CIN: text.max(40).optional().describe('Corporate identification number of that company, where it has one.'),
  GRIEVANCE_OFFICER: text
    .max(80)
    .optional()
    .describe(
      'The officer whom the DPDP Act and the e-commerce rules ask for. Outside production made up when not set.',
    ),
  GRIEVANCE_EMAIL: z
    .email()
    .optional()
    .describe('E-mail address of that officer. Outside production made up when not set.'),
  GRIEVANCE_PHONE: text
    .regex(/^\+?[\d\s()-]{3,20}$/, 'must be a phone number')
    .optional()
    .describe('Phone of that officer. Outside production made up when not set.'),
  PRICE_BASIC: price.describe(
    'Rupees for one year of the plan Basic, all taxes included. Without it the pages ask to call; outside production made up.',
  ),
  PRICE_GOLD: price.describe(
    'Rupees for one year of the plan Gold, all taxes included. Without it the pages ask to call; outside production made up.',
  ),
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

/** The validated settings of one process. */
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

/** Each setting with its default and its meaning, for the person who sets it. */
export const settingsTable = (): { name: string; default: string; meaning: string }[] =>
  Object.entries(settings.shape).map(([name, schema]) => ({
    name,
    default: defaultOf(schema),
    meaning: schema.description ?? '',
  }))

/** As one writes it into the environment. */
function defaultOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod as { def: { defaultValue?: unknown; innerType?: z.core.$ZodType; in?: z.core.$ZodType } }
  const inner = def.innerType ?? def.in
  if (def.defaultValue === undefined) return inner ? defaultOf(inner) : ''
  if (def.defaultValue === false) return 'off'
  if (typeof def.defaultValue === 'string' || Array.isArray(def.defaultValue)) return String(def.defaultValue)
  return JSON.stringify(def.defaultValue)
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
