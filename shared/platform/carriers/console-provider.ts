import type { Provider } from './provider.ts'

/** Where messages of a development machine are kept instead of being sent. */
export interface ConsoleStore {
  /** Keeps one message, returns its id. */
  store(message: { message_id: number; to: string; text: string; template: string }): Promise<string>
  /** The id under which the message of this row was kept, if it was. */
  find(message_id: number): Promise<string | null>
}

/** The development inbox as a provider of any channel. Rejected in production by the settings, since it shows codes. */
export function createConsoleProvider(inbox: ConsoleStore): Provider {
  return {
    name: 'console',
    async send({ message_id, to, text, template }) {
      return { provider_id: await inbox.store({ message_id, to, text, template }) }
    },
    async findSent({ message_id }) {
      const provider_id = await inbox.find(message_id)
      return provider_id === null ? [] : [provider_id]
    },
  }
}
