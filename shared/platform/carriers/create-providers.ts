import type { PhoneChannel } from '../../contracts/messages.ts'
import { ConfigError } from '../settings/config.ts'
import { isProviderAddress } from '../settings/provider-address.ts'
import { type ConsoleStore, createConsoleProvider } from './console-provider.ts'
import { createExotelVoice } from './exotel-voice.ts'
import { createMsg91Provider } from './msg91-provider.ts'
import { createMsg91WhatsApp } from './msg91-whatsapp.ts'
import type { Provider, ProviderName } from './provider.ts'
import { createTwilioMessages } from './twilio-messages.ts'
import { createTwilioVoice } from './twilio-voice.ts'

/** The settings of this port; the process's Config fits. */
export interface CarrierConfig {
  SMS_PROVIDERS: ProviderName[]
  WHATSAPP_PROVIDERS: ProviderName[]
  VOICE_PROVIDERS: ProviderName[]
  MSG91_AUTH_KEY?: string | undefined
  MSG91_WEBHOOK_SECRET?: string | undefined
  MSG91_WEBHOOK_SECRET_BEFORE?: string | undefined
  MSG91_BASE_URL?: string | undefined
  MSG91_WHATSAPP_NUMBER?: string | undefined
  MSG91_WHATSAPP_NAMESPACE?: string | undefined
  TWILIO_ACCOUNT_SID?: string | undefined
  TWILIO_AUTH_TOKEN?: string | undefined
  TWILIO_AUTH_TOKEN_BEFORE?: string | undefined
  TWILIO_FROM?: string | undefined
  TWILIO_WHATSAPP_FROM?: string | undefined
  TWILIO_VOICE_FROM?: string | undefined
  TWILIO_BASE_URL?: string | undefined
  EXOTEL_ACCOUNT_SID?: string | undefined
  EXOTEL_API_KEY?: string | undefined
  EXOTEL_API_TOKEN?: string | undefined
  EXOTEL_API_TOKEN_BEFORE?: string | undefined
  EXOTEL_CALLER_ID?: string | undefined
  EXOTEL_FLOW_IDS?: Record<string, string> | undefined
  EXOTEL_BASE_URL?: string | undefined
  PUBLIC_URL: string
  /** Template name, or name and language, to the id under which the provider knows the registered text. */
  DLT_TEMPLATE_IDS?: Record<string, string> | undefined
  /** The same for WhatsApp; an object where two providers have ids of their own. */
  WHATSAPP_TEMPLATE_IDS?: Record<string, string | Partial<Record<ProviderName, string>>> | undefined
}

export const providersSetting = (channel: PhoneChannel) =>
  ({ sms: 'SMS_PROVIDERS', whatsapp: 'WHATSAPP_PROVIDERS', voice: 'VOICE_PROVIDERS' } as const)[channel]

/**
 * The configured providers of a channel, in order; none when it is not in use. `inbox` is where `console` keeps messages.
 * Throws ConfigError when a credential is missing or a base URL is neither https nor this machine.
 */
export function createProviders(channel: PhoneChannel, config: CarrierConfig, inbox?: ConsoleStore): Provider[] {
  return [...new Set(config[providersSetting(channel)])].map((name) => {
    if (name === 'console') {
      if (!inbox) throw new ConfigError(`${providersSetting(channel)}: console needs somewhere to keep messages`)
      return createConsoleProvider(inbox)
    }
    const provider = make(channel, name, config)
    if (!provider) throw new ConfigError(`${providersSetting(channel)}: ${name} has no ${channel}`)
    return provider
  })
}

function make(channel: PhoneChannel, name: ProviderName, config: CarrierConfig): Provider | null {
  const need = (setting: keyof CarrierConfig): string => {
    const value = config[setting]
    if (typeof value !== 'string' || !value) throw new ConfigError(`${setting}: is needed by ${name} for ${channel}`)
    return value
  }
  const public_url = config.PUBLIC_URL.replace(/\/+$/, '')
  const twilio = (from: 'TWILIO_FROM' | 'TWILIO_WHATSAPP_FROM' | 'TWILIO_VOICE_FROM') => ({
    account_sid: need('TWILIO_ACCOUNT_SID'),
    auth_token: need('TWILIO_AUTH_TOKEN'),
    auth_token_before: config.TWILIO_AUTH_TOKEN_BEFORE,
    from: need(from),
    base_url: baseUrl('TWILIO_BASE_URL', config.TWILIO_BASE_URL ?? 'https://api.twilio.com'),
    public_url,
  })
  const msg91 = () => ({
    auth_key: need('MSG91_AUTH_KEY'),
    webhook_secret: need('MSG91_WEBHOOK_SECRET'),
    webhook_secret_before: config.MSG91_WEBHOOK_SECRET_BEFORE,
    base_url: baseUrl('MSG91_BASE_URL', config.MSG91_BASE_URL ?? 'https://control.msg91.com'),
  })
  switch (`${channel} ${name}`) {
    case 'sms msg91':
      return createMsg91Provider({ ...msg91(), template_ids: config.DLT_TEMPLATE_IDS ?? {} })
    case 'sms twilio':
      return createTwilioMessages(twilio('TWILIO_FROM'))
    case 'whatsapp msg91':
      return createMsg91WhatsApp({
        ...msg91(),
        number: need('MSG91_WHATSAPP_NUMBER'),
        namespace: need('MSG91_WHATSAPP_NAMESPACE'),
        template_names: idsOf(name, config),
      })
    case 'whatsapp twilio':
      return createTwilioMessages(twilio('TWILIO_WHATSAPP_FROM'), 'whatsapp', idsOf(name, config))
    case 'voice twilio':
      return createTwilioVoice(twilio('TWILIO_VOICE_FROM'))
    case 'voice exotel':
      return createExotelVoice({
        account_sid: need('EXOTEL_ACCOUNT_SID'),
        api_key: need('EXOTEL_API_KEY'),
        api_token: need('EXOTEL_API_TOKEN'),
        api_token_before: config.EXOTEL_API_TOKEN_BEFORE,
        caller_id: need('EXOTEL_CALLER_ID'),
        flow_ids: config.EXOTEL_FLOW_IDS ?? {},
        base_url: baseUrl('EXOTEL_BASE_URL', config.EXOTEL_BASE_URL ?? 'https://api.in.exotel.com'),
        public_url,
      })
    default:
      return null
  }
}

const idsOf = (name: ProviderName, { WHATSAPP_TEMPLATE_IDS = {} }: CarrierConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries(WHATSAPP_TEMPLATE_IDS).flatMap(([key, ids]) => {
      const id = typeof ids === 'string' ? ids : ids[name]
      return id === undefined ? [] : [[key, id]]
    }),
  )

function baseUrl(name: string, value: string): string {
  if (!isProviderAddress(value)) throw new ConfigError(`${name}: must be a plain https address`)
  return new URL(value).href.replace(/\/+$/, '')
}
