import type { Config } from '../settings/config.ts'
import { DeliveryError } from '../delivery-error.ts'
import { createInboxMailer, type MailInbox } from './inbox-mailer.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** Whether e-mails can be sent: through `SMTP_URL`, or on a development machine into its inbox. */
export const canMail = (config: Pick<Config, 'SMTP_URL' | 'SMS_PROVIDERS'>): boolean =>
  config.SMTP_URL !== undefined || config.SMS_PROVIDERS.includes('console')

/** The configured way for e-mails; without one every mail fails and says why. */
export function createMailer(config: Config, inbox: MailInbox): Mailer {
  if (config.SMTP_URL !== undefined) return createSmtpMailer(config)
  if (canMail(config)) return createInboxMailer(inbox)
  return {
    name: 'smtp',
    send: () => Promise.reject(new DeliveryError('permanent', 'SMTP_URL is not set', { blame: 'recipient' })),
    findSent: () => Promise.resolve(null),
  }
}
