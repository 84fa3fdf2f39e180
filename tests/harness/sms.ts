import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MESSAGE_TEMPLATES, type TemplateName } from '@tvarit/shared/contracts/message-templates'
import { renderTemplate } from '@tvarit/shared/contracts/render-template'
import { type CarrierConfig, createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import type { Outgoing } from '@tvarit/shared/platform/carriers/provider'
import { createSender, type SenderOptions } from '@tvarit/shared/platform/carriers/create-sender'
import { DeliveryError } from '@tvarit/shared/platform/delivery-error'
import { afterEach, beforeEach, expect } from 'vitest'
import { type FakeCarrier, startFakeCarrier } from './carrier/fake-carrier.ts'

/** Static parts of every text. */
export const CONTEXT = { brand: 'Tvarit', host: 'tvarit.example' }
export const TO = '9876543210'
export const MSG91_SECRET = 'a secret for the web hook'
/** Parameters of `relative_alert`. */
export const RAISED = {
  name: 'Asha Rao',
  place: '3 km NE of Whitefield',
  time: '14:05',
  url: 'https://tvarit.example/t/7KQ4FM2XWPW7KQ4F',
  call_back: '1800 123 4567',
}
/** Parameters for each text. */
export const EXAMPLES: Record<TemplateName, object> = {
  otp: { code: '012345' },
  relative_alert: RAISED,
  relative_dispatch: {
    vehicle: 'DL 1RT 4455',
    name: 'Asha Rao',
    driver_name: 'Ravi Kumar',
    driver_phone: '9812345678',
    eta_minutes: 12,
    url: RAISED.url,
  },
  relative_dispatch_no_eta: {
    vehicle: 'DL 1RT 4455',
    name: 'Asha Rao',
    driver_name: 'Ravi Kumar',
    driver_phone: '9812345678',
    url: RAISED.url,
  },
  relative_dispatch_outside: { provider: '108', name: 'Asha Rao', url: RAISED.url, call_back: '18001234567' },
  relative_hospital: { name: 'Asha Rao', hospital: 'AIIMS (Trauma Centre)', hospital_phone: '011-26588500' },
  relative_all_clear: { name: 'Asha Rao', time: '14:05', call_back: '18001234567' },
  relative_attended: { name: 'Asha Rao', time: '14:05', call_back: '18001234567' },
  contact_check: { name: 'Asha Rao', url: 'https://tvarit.example/c/7KQ4FM2XWPW7KQ4F', call_back: '18001234567' },
  renewal_reminder: { days: 7, end_date: '2026-11-28', url: 'https://tvarit.example/renew' },
  staff_escalation: { count: 2, time: '14:05', url: 'https://tvarit.example/qr-alerts' },
  screens_lost: { time: '14:05', count: 2, url: 'https://tvarit.example/qr-alerts' },
  screens_back: { time: '14:35', silent_since: '14:05' },
  synthetic_failed: { count: 2, time: '14:05', stage: 'certificate', url: 'https://tvarit.example/ops' },
  driver_dispatch: {
    vehicle: 'DL 1RT 4455',
    alert_id: 4711,
    place: '3 km NE of Whitefield',
    url: RAISED.url,
    call_back: '18001234567',
  },
  driver_called_back: { vehicle: 'DL 1RT 4455', alert_id: 4711, call_back: '18001234567' },
  relative_alert_call: { name: 'Asha Rao', time: '14:05', place: '3 km NE of Whitefield', call_back: '18001234567' },
  driver_dispatch_call: { vehicle: 'DL 1RT 4455', alert_id: 4711, place: '3 km NE of Whitefield' },
  staff_escalation_call: { count: 2, time: '14:05' },
  screens_lost_call: { time: '14:05', count: 2 },
  synthetic_failed_call: { count: 2, time: '14:05' },
  on_call_test: {},
  call_confirmed: {},
  hospital_handover: { alert_id: 4711, hospital: 'AIIMS (Trauma Centre)', url: RAISED.url, call_back: '18001234567' },
}
export const NAMES = Object.keys(MESSAGE_TEMPLATES) as TemplateName[]

/** The SMS port without a product around it: before each test of the file a fresh carrier that speaks for both providers. */
export function smsPort() {
  const sms = {
    carrier: null as unknown as FakeCarrier,
    logged: [] as string[],
    closing: [] as (() => Promise<unknown>)[],
  }

  beforeEach(async () => {
    sms.logged = []
    sms.carrier = await startFakeCarrier({ msg91_secret: MSG91_SECRET })
    sms.closing.push(() => sms.carrier.close())
  })
  afterEach(async () => {
    const { unexpected } = sms.carrier
    if (unexpected.length > 0) throw new Error(`No provider understands ${unexpected.join(', ')}`)
    await Promise.all(sms.closing.splice(0).map((close) => close()))
  })

  /** A server of this test; its address. */
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    sms.closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** An address of this machine where nothing listens. */
  async function deadAddress(): Promise<string> {
    const other = await startFakeCarrier()
    await other.close()
    return other.url
  }

  function config(changes: Partial<CarrierConfig> = {}): CarrierConfig {
    return {
      SMS_PROVIDERS: ['twilio', 'msg91'],
      WHATSAPP_PROVIDERS: ['twilio', 'msg91'],
      VOICE_PROVIDERS: ['twilio', 'exotel'],
      MSG91_AUTH_KEY: 'key',
      MSG91_WEBHOOK_SECRET: MSG91_SECRET,
      MSG91_BASE_URL: sms.carrier.url,
      TWILIO_ACCOUNT_SID: 'AC0123',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: 'TVARIT',
      TWILIO_WHATSAPP_FROM: '+15005550007',
      TWILIO_VOICE_FROM: '+15005550008',
      MSG91_WHATSAPP_NUMBER: '911140000000',
      MSG91_WHATSAPP_NAMESPACE: 'namespace',
      EXOTEL_ACCOUNT_SID: 'tvarit1',
      EXOTEL_API_KEY: 'exotel-key',
      EXOTEL_API_TOKEN: 'exotel-token',
      EXOTEL_CALLER_ID: '08040000000',
      EXOTEL_FLOW_IDS: { en: '926', hi: '927' },
      EXOTEL_BASE_URL: sms.carrier.url,
      TWILIO_BASE_URL: sms.carrier.url,
      PUBLIC_URL: 'https://tvarit.example',
      DLT_TEMPLATE_IDS: Object.fromEntries(NAMES.map((name) => [name, `dlt-${name}`])),
      WHATSAPP_TEMPLATE_IDS: Object.fromEntries(NAMES.map((name) => [name, `wa-${name}`])),
      ...changes,
    }
  }

  function sender(changes: Partial<CarrierConfig> = {}, options: Partial<SenderOptions> = {}) {
    const write = (fields: object, message: string) => void sms.logged.push(JSON.stringify(fields) + message)
    const log = { info: write, warn: write, error: write }
    const channel = options.channel ?? 'sms'
    return createSender({
      channel,
      providers: createProviders(channel, config(changes)),
      log,
      timeout_ms: 2000,
      ...options,
    })
  }

  let last_id = 0
  function message(template: TemplateName = 'relative_alert', changes: Partial<Outgoing> = {}): Outgoing {
    last_id += 1
    return {
      message_id: last_id,
      to: TO,
      ...renderTemplate(template, EXAMPLES[template], CONTEXT),
      template,
      first_attempt_at: new Date(),
      ...changes,
    }
  }

  return Object.assign(sms, { serve, deadAddress, config, sender, message })
}

export async function failure(work: Promise<unknown>): Promise<DeliveryError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(DeliveryError)
  return error as DeliveryError
}
