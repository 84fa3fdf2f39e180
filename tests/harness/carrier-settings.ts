import { MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import type { FakeCarrier } from './carrier/fake-carrier.ts'

export const MSG91_SECRET = 'msg91-web-hook-secret'

/** Settings that send everything through the fake carrier, in this order of providers. */
export function carrierSettings(
  carrier: Pick<FakeCarrier, 'url'>,
  providers: ('twilio' | 'msg91')[],
  {
    whatsapp = [],
    voice = [],
  }: { whatsapp?: ('console' | 'twilio' | 'msg91')[]; voice?: ('console' | 'twilio' | 'exotel')[] } = {},
): Record<string, string> {
  const templates = Object.keys(MESSAGE_TEMPLATES).map((name) => [name, `id-${name}`])
  return {
    SMS_PROVIDERS: providers.join(','),
    WHATSAPP_PROVIDERS: whatsapp.join(','),
    VOICE_PROVIDERS: voice.join(','),
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'twilio-token',
    TWILIO_FROM: '+15005550006',
    TWILIO_WHATSAPP_FROM: '+15005550007',
    TWILIO_VOICE_FROM: '+15005550008',
    TWILIO_BASE_URL: carrier.url,
    MSG91_WHATSAPP_NUMBER: '911140000000',
    MSG91_WHATSAPP_NAMESPACE: 'namespace',
    EXOTEL_ACCOUNT_SID: 'tvarit1',
    EXOTEL_API_KEY: 'exotel-key',
    EXOTEL_API_TOKEN: 'exotel-token',
    EXOTEL_CALLER_ID: '08040000000',
    EXOTEL_FLOW_IDS: '{"en":"926","hi":"927"}',
    EXOTEL_BASE_URL: carrier.url,
    MSG91_AUTH_KEY: 'msg91-key',
    MSG91_WEBHOOK_SECRET: MSG91_SECRET,
    MSG91_BASE_URL: carrier.url,
    DLT_TEMPLATE_IDS: JSON.stringify(Object.fromEntries(templates)),
    WHATSAPP_TEMPLATE_IDS: JSON.stringify(Object.fromEntries(templates)),
  }
}
