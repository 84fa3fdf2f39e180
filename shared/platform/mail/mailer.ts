/** One rendered e-mail to one address. Plain text: every device shows it, and it loads nothing. */
export interface OutgoingMail {
  /** Our own row; makes the Message-ID, so that a second copy of the same mail is known as one. */
  message_id: number
  to: string
  subject: string
  text: string
  template: string
}

export interface Mailer {
  readonly name: 'smtp' | 'console'
  /** Hands one mail over. Throws DeliveryError; ends within `MAIL_TIMEOUT_MS`. */
  send(mail: OutgoingMail): Promise<{ provider_id: string }>
  /** Whether an earlier attempt was taken after all. SMTP cannot be asked. */
  findSent(message_id: number): Promise<{ provider_id: string } | null>
}

/** Longest wait for one mail, milliseconds. */
export const MAIL_TIMEOUT_MS = 8_000
