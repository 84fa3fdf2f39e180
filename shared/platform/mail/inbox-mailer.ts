import type { Mailer, OutgoingMail } from './mailer.ts'

/** Where mails of a development machine are kept instead of being sent. */
export interface MailInbox {
  storeMail(mail: OutgoingMail): Promise<string>
  find(message_id: number): Promise<string | null>
}

/** The development inbox as a mailer. Production has none: there the SMS provider `console` is rejected. */
export function createInboxMailer(inbox: MailInbox): Mailer {
  return {
    name: 'console',
    send: async (mail) => ({ provider_id: await inbox.storeMail(mail) }),
    async findSent(message_id) {
      const provider_id = await inbox.find(message_id)
      return provider_id === null ? null : { provider_id }
    },
  }
}
