import { withTimeout } from '../process/with-timeout.ts'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from '../settings/config.ts'
import { DeliveryError } from '../delivery-error.ts'
import { MAIL_TIMEOUT_MS, type Mailer } from './mailer.ts'

/**
 * E-mail through the server of `SMTP_URL`. Encrypted, or not off this machine: the mail carries a link to health data.
 * A new connection for each mail, as there are few of them.
 */
export function createSmtpMailer({ SMTP_URL, MAIL_FROM, BRAND_NAME, PUBLIC_URL }: Config): Mailer {
  const server = new URL(SMTP_URL!)
  const here = isThisMachine(server.hostname)
  const transport = createTransport({
    url: SMTP_URL!,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    dnsTimeout: 4_000,
    socketTimeout: 6_000,
    requireTLS: server.protocol === 'smtp:' && !here,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: 'smtp',
    async send({ message_id, to, subject, text }) {
      const provider_id = `<message-${message_id}@${new URL(PUBLIC_URL).hostname}>`
      // The library does not say how far it came. It reads the text once it is logged in: before that a failure is certain.
      let begun = false
      const reading = function* () {
        begun = true
        yield text
      }
      const message = {
        from: { name: BRAND_NAME, address: MAIL_FROM! },
        to: { name: '', address: to },
        subject,
        text: Readable.from(reading()),
        messageId: provider_id,
      }
      await withTimeout(MAIL_TIMEOUT_MS, () => transport.sendMail(message), noAnswer).catch((error: unknown) => {
        throw toDeliveryError(error, begun)
      })
      return { provider_id }
    },
    findSent: () => Promise.resolve(null),
  }
}

const isThisMachine = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

const noAnswer = () => new DeliveryError('transient', 'No answer in time', { uncertain: true })

/** What the server said, without its text: that quotes addresses. */
function toDeliveryError(error: unknown, uncertain: boolean): DeliveryError {
  if (error instanceof DeliveryError) return error
  const {
    code = 'unknown',
    responseCode,
    command,
  } = error as { code?: string; responseCode?: number; command?: string }
  if (responseCode === undefined) {
    return new DeliveryError('transient', `The mail server did not answer: ${code}`, { uncertain })
  }
  const said = `The mail server said ${responseCode}`
  if (responseCode < 500) return new DeliveryError('transient', said)
  return new DeliveryError('permanent', said, { blame: command === 'RCPT TO' ? 'recipient' : 'provider' })
}
