import { MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import type { FakeCarrier } from './fake-carrier.ts'

export const MSG91_SECRET = 'msg91-web-hook-secret'

/** Settings that send everything through the fake carrier, in this order of providers. */
export function carrierSettings(
  carrier: Pick<FakeCarrier, 'url'>,
  providers: ('twilio' | 'msg91')[],
): Record<string, string> {
  const templates = Object.keys(MESSAGE_TEMPLATES).map((name) => [name, `id-${name}`])
  return {
    SMS_PROVIDERS: providers.join(','),
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'twilio-token',
    TWILIO_FROM: '+15005550006',
    TWILIO_BASE_URL: carrier.url,
    MSG91_AUTH_KEY: 'msg91-key',
    MSG91_WEBHOOK_SECRET: MSG91_SECRET,
    MSG91_BASE_URL: carrier.url,
    DLT_TEMPLATE_IDS: JSON.stringify(Object.fromEntries(templates)),
  }
}
