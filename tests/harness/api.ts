import { until } from './until.ts'
import type { World } from './world.ts'

let addresses = 0

/** An IPv4 address and its /24 that nobody else in this test file uses, so that limits do not meet by accident. */
export const newAddress = (): string => {
  addresses++
  return `198.${18 + ((addresses >> 8) & 1)}.${addresses & 255}.${(addresses >> 9) + 1}`
}

/** A phone is in one network, also while its owner asks for a code and types it in. */
const networks = new Map<string, string>()
function networkOfPhone(path: string, body: unknown): string | undefined {
  if (!/otp|register\/subscriber|registerInside/.test(path)) return undefined
  const fields = body instanceof FormData ? Object.fromEntries(body) : (body as Record<string, unknown> | undefined)
  const typed = fields?.phone_number
  if (typeof typed !== 'string' || !typed) return undefined
  const phone = typed.slice(-10)
  const network = networks.get(phone) ?? newAddress()
  networks.set(phone, network)
  return network
}

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Headers
}

export interface Call {
  method?: string
  /** Sent as JSON; text is sent as it is, FormData as multipart. */
  body?: unknown
  access?: string
  /** Whom the proxy in front says it is; unless given someone new, or the phone that a code is for. Needs TRUST_PROXY=1. */
  ip?: string
  headers?: Record<string, string>
}

/** A REST call as any client makes it. */
export async function call(url: string, path: string, options: Call = {}): Promise<Answer> {
  const { body, access, method = body === undefined ? 'GET' : 'POST' } = options
  const ip = options.ip ?? networkOfPhone(path, body) ?? newAddress()
  const form = body instanceof FormData
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-forwarded-for': ip,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...(access ? { authorization: `Bearer ${access}` } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers }
}

const REQUEST_PATH = {
  login: '/api/users/login/otp-request/',
  register: '/api/users/register/request-otp/',
} as const

/** Asks for a code and reads it from the SMS, as the person would. */
export async function codeBySms(
  world: World,
  purpose: 'login' | 'register',
  phone_number: string,
  request_id?: string,
): Promise<string> {
  const answer = await call(world.url, REQUEST_PATH[purpose], { body: { phone_number, request_id } })
  if (answer.status !== 200) throw new Error(`No code: ${answer.status} ${JSON.stringify(answer.body)}`)
  return readSms(world, phone_number)
}

/** The code in the newest SMS to a number, once it has been sent. */
export async function readSms(world: World, phone_number: string): Promise<string> {
  const message = await until('a code is asked for', () =>
    world.db
      .selectFrom('messages')
      .select('id')
      .where('to_phone', '=', phone_number)
      .where('template', '=', 'otp')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
  const sms = await until('the code is sent', () =>
    world.db.selectFrom('dev_messages').select('text').where('message_id', '=', message.id).executeTakeFirst(),
  )
  return /\b\d{6}\b/.exec(sms.text)![0]
}

/** Another six digits than `code`. */
export const wrongCode = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')
