import type { IncomingMessage } from 'node:http'

export type CarrierProvider = 'exotel' | 'msg91' | 'twilio'
type CarrierChannel = 'sms' | 'whatsapp' | 'voice'
/** One way of one provider: `twilio` is its SMS. */
export type Lane = 'msg91' | 'twilio' | 'msg91 whatsapp' | 'twilio whatsapp' | 'exotel voice' | 'twilio voice'

/** One message the carrier took and would deliver, or one call it would place. */
export interface AcceptedMessage {
  provider: CarrierProvider
  channel: CarrierChannel
  provider_id: string
  /** 10 digits. */
  to: string
  /** Twilio gets the text of an SMS and the TwiML of a call; else the template and its variables are sent. */
  text: string | null
  template_id: string | null
  variables: Record<string, string>
  /** Our row, as the sender passed it on. */
  message_id: number | null
  status_callback: string | null
  at: string
}

export type ReceiptStatus =
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'ringing'
  | 'answered'
  | 'completed'
  | 'busy'
  | 'no_answer'

export interface ReceiptOptions {
  /** Sent one after the other: `['delivered', 'delivered']` is a duplicate, `['delivered', 'sent']` out of order. */
  statuses: ReceiptStatus[]
  /** MSG91: where the hook points to. Twilio: another origin to deliver to; the signature stays that of StatusCallback. */
  url?: string
  /** `wrong` signs with another secret, `missing` sends no proof. */
  proof?: 'right' | 'wrong' | 'missing'
}

export interface KeyAnswer {
  status: number
  said: string
}

export interface Request {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** Where a receipt is posted to, and how. */
export interface Posting {
  url: string
  init: RequestInit
}

type Answer = [status: number, body: unknown]

/** What one provider reads, answers and posts, from its own documentation. */
export interface Dialect {
  /** The message or call that a request asks for; null when this provider would not understand it. */
  read(request: Request): AcceptedMessage | null
  /** The messages it is asked for, newest first; null when that is not the question. */
  list?(request: Request, accepted: AcceptedMessage[]): unknown
  accepted(message: AcceptedMessage): Answer
  unauthorized: unknown
  bad_number(message: AcceptedMessage): Answer
  /** An error with status 200. */
  error_body(message: AcceptedMessage): unknown
  receipt(message: AcceptedMessage, status: ReceiptStatus, options: ReceiptOptions): Posting
}
