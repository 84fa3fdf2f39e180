import { z } from 'zod'
import { speechTag } from '../../contracts/languages.ts'
import { DeliveryError } from '../delivery-error.ts'
import { CALL_SECONDS, KEY_SECONDS, RING_SECONDS } from './calls.ts'
import { ownId, type Provider, type Receipt, receiptPath, type SpokenWords } from './provider.ts'
import {
  isRecent,
  maySign,
  NEVER_GOES_OUT,
  provenFields,
  queryOf,
  twilioApi,
  type TwilioSettings,
} from './twilio-api.ts'

const created = z.object({ sid: z.string().min(1), status: z.string().optional() })
const listed = z.object({
  calls: z.array(z.object({ sid: z.string(), status: z.string(), date_created: z.string() })),
})

const STATES: Record<string, Receipt['state']> = {
  initiated: 'sent',
  queued: 'sent',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'failed',
}

const PATH = receiptPath('twilio', 'voice')

/**
 * Twilio, Calls API of 2010-04-01. The call carries what to say (`Twiml`), so our server is asked only for the answer to
 * a key: key 1 confirms, another one hears the text once more.
 */
export function createTwilioVoice(settings: TwilioSettings): Provider {
  const api = twilioApi(settings, 'Calls')
  const keyUrl = (message_id: number, again = '') =>
    `${settings.public_url}${PATH}key/?message_id=${message_id}${again}`
  return {
    name: 'twilio',
    async send({ message_id, to, text, language }, signal) {
      const body = new URLSearchParams({
        To: `+91${to}`,
        From: settings.from,
        Twiml: gather(keyUrl(message_id), { text, language }),
        Timeout: String(RING_SECONDS),
        TimeLimit: String(CALL_SECONDS),
        StatusCallback: `${settings.public_url}${PATH}?message_id=${message_id}`,
      })
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) body.append('StatusCallbackEvent', event)
      const { data } = created.safeParse(await api.create(body, signal))
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable answer', { uncertain: true })
      if (NEVER_GOES_OUT.has(data.status ?? '')) throw new DeliveryError('transient', `twilio: ${data.status} at once`)
      return { provider_id: data.sid }
    },
    async findSent({ to, first_attempt_at }, signal) {
      const { data } = listed.safeParse(await api.list(`+91${to}`, signal))
      if (!data) throw new DeliveryError('transient', 'twilio: unreadable list')
      return data.calls
        .filter(({ status, date_created }) => !NEVER_GOES_OUT.has(status) && isRecent(date_created, first_attempt_at))
        .map(({ sid }) => sid)
    },
    async cancel(provider_id, signal) {
      // Ends calls that are queued or ring; one in progress goes on.
      await api.change(provider_id, new URLSearchParams({ Status: 'canceled' }), signal)
    },
    mayProve: maySign,
    parseReceipt(request) {
      const fields = provenFields(request, settings)
      if (!fields) return { accepted: false, reason: 'forged' }
      const provider_id = fields.get('CallSid')
      const query = queryOf(request)
      const message_id = ownId(query.get('message_id'))
      if (!provider_id) return { accepted: false, reason: 'malformed' }
      if (!request.path.startsWith(`${PATH}key/`)) {
        const state = STATES[fields.get('CallStatus') ?? '']
        return { accepted: true, receipts: state ? [{ provider_id, message_id, state }] : [] }
      }
      if (message_id === null) return { accepted: false, reason: 'malformed' }
      const confirms = fields.get('Digits') === '1'
      const answer = (words: SpokenWords) => {
        const body = confirms
          ? response(say(words.thanks, words.language))
          : query.has('again')
            ? response('<Hangup/>')
            : gather(keyUrl(message_id, '&again=1'), words)
        return { status: 200, type: 'text/xml', body }
      }
      return {
        accepted: true,
        receipts: confirms ? [{ provider_id, message_id, state: 'confirmed' }] : [],
        question: { message_id, answer },
      }
    },
  }
}

const gather = (action: string, { text, language }: Pick<SpokenWords, 'text' | 'language'>) =>
  response(
    `<Gather numDigits="1" timeout="${KEY_SECONDS}" action="${escaped(action)}">${say(text, language, 2)}</Gather>`,
  )

const response = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`

function say(text: string, language: SpokenWords['language'], times = 1): string {
  const tag = speechTag(language)
  return `<Say language="${tag}" voice="Google.${tag}-Standard-A" loop="${times}">${escaped(text)}</Say>`
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
