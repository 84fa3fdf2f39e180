/** How a message leaves. `sink`: the synthetic check's, which goes nowhere. */
export const PHONE_CHANNELS = ['sms', 'whatsapp', 'voice'] as const
export type PhoneChannel = (typeof PHONE_CHANNELS)[number]
export type Channel = PhoneChannel | 'email' | 'sink'

/**
 * | state       | meaning                                              | channels      |
 * | ----------- | ---------------------------------------------------- | ------------- |
 * | `pending`   | due, or waiting for its next attempt                 | all           |
 * | `sending`   | claimed by a worker until a deadline                 | all           |
 * | `sent`      | taken by a provider; a call is queued there          | all           |
 * | `ringing`   | the phone rings                                      | voice         |
 * | `answered`  | picked up, no key pressed                            | voice         |
 * | `no_answer` | rang out                                             | voice         |
 * | `busy`      | engaged or declined                                  | voice         |
 * | `delivered` | a receipt says so                                    | sms, whatsapp |
 * | `read`      | a receipt says so                                    | whatsapp      |
 * | `confirmed` | the person pressed 1, or opened the link             | all by phone  |
 * | `failed`    | given up                                             | all           |
 * | `cancelled` | the reason for it has ended                          | all           |
 */
export const MESSAGE_STATES = [
  'pending',
  'sending',
  'sent',
  'ringing',
  'answered',
  'no_answer',
  'busy',
  'delivered',
  'read',
  'confirmed',
  'failed',
  'cancelled',
] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The person has been notified: the phone has the text, or the person confirmed. */
export const NOTIFIED_STATES = ['delivered', 'read', 'confirmed'] as const satisfies MessageState[]
