import { segments } from './gsm7.ts'
import type { Channel } from './messages.ts'

/** Provider to channel to paise for one part of a message, or one call. The setting MESSAGE_PRICES. */
export type MessagePrices = Partial<Record<string, Partial<Record<string, number>>>>

/** What a provider charges for: the parts of an SMS; a WhatsApp message and a call are one. */
export const partsOf = (channel: Channel, text: string): number => (channel === 'sms' ? segments(text) : 1)

/** In paise, rounded up; null when no price is set. */
export function costOf(prices: MessagePrices, provider: string, channel: Channel, parts: number): number | null {
  const price = prices[provider]?.[channel]
  return price === undefined ? null : Math.ceil(price * parts)
}
