import { ConfigError } from '../config.ts'
import { type ConsoleStore, createConsoleProvider } from './console-provider.ts'
import { createMsg91Provider } from './msg91-provider.ts'
import { isProviderAddress } from './provider-address.ts'
import type { SmsProvider, SmsProviderName } from './provider.ts'
import { createTwilioProvider } from './twilio-provider.ts'

/** The settings of this port; the process's Config fits. */
export interface SmsConfig {
  SMS_PROVIDERS: SmsProviderName[]
  MSG91_AUTH_KEY?: string | undefined
  MSG91_WEBHOOK_SECRET?: string | undefined
  MSG91_BASE_URL?: string | undefined
  TWILIO_ACCOUNT_SID?: string | undefined
  TWILIO_AUTH_TOKEN?: string | undefined
  TWILIO_FROM?: string | undefined
  TWILIO_BASE_URL?: string | undefined
  PUBLIC_URL: string
  /** Template name -> id under which the provider knows the registered text. */
  DLT_TEMPLATE_IDS?: Record<string, string> | undefined
}

/**
 * The configured providers, in order. `inbox` is where `console` keeps messages. Throws ConfigError when a credential
 * is missing or a base URL is neither https nor this machine.
 */
export function createSmsProviders(config: SmsConfig, inbox?: ConsoleStore): SmsProvider[] {
  const make: Record<SmsProviderName, () => SmsProvider> = {
    console() {
      if (!inbox) throw new ConfigError('SMS_PROVIDERS: console needs somewhere to keep messages')
      return createConsoleProvider(inbox)
    },
    msg91: () =>
      createMsg91Provider({
        auth_key: needed(config, 'MSG91_AUTH_KEY'),
        webhook_secret: needed(config, 'MSG91_WEBHOOK_SECRET'),
        base_url: baseUrl('MSG91_BASE_URL', config.MSG91_BASE_URL ?? 'https://control.msg91.com'),
        template_ids: config.DLT_TEMPLATE_IDS ?? {},
      }),
    twilio: () =>
      createTwilioProvider({
        account_sid: needed(config, 'TWILIO_ACCOUNT_SID'),
        auth_token: needed(config, 'TWILIO_AUTH_TOKEN'),
        from: needed(config, 'TWILIO_FROM'),
        base_url: baseUrl('TWILIO_BASE_URL', config.TWILIO_BASE_URL ?? 'https://api.twilio.com'),
        public_url: config.PUBLIC_URL.replace(/\/+$/, ''),
      }),
  }
  return [...new Set(config.SMS_PROVIDERS)].map((name) => make[name]())
}

function needed(
  config: SmsConfig,
  name: 'MSG91_AUTH_KEY' | 'MSG91_WEBHOOK_SECRET' | `TWILIO_${'ACCOUNT_SID' | 'AUTH_TOKEN' | 'FROM'}`,
): string {
  const value = config[name]
  if (!value) throw new ConfigError(`${name}: is needed by an SMS provider`)
  return value
}

function baseUrl(name: string, value: string): string {
  if (!isProviderAddress(value)) throw new ConfigError(`${name}: must be a plain https address`)
  return new URL(value).href.replace(/\/+$/, '')
}
