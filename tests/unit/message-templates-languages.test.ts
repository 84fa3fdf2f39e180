import { latinName } from '@tvarit/shared/contracts/latin-name'
import { MESSAGE_TEMPLATES, templateKey } from '@tvarit/shared/contracts/message-templates'
import { renderTemplate } from '@tvarit/shared/contracts/render-template'
import { MESSAGE_TEXTS, type TranslatedMessage, PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import { expect, test } from 'vitest'
import { CONTEXT, EXAMPLES, RAISED } from '../harness/sms.ts'

const LANGUAGES = Object.keys(MESSAGE_TEXTS) as (keyof typeof MESSAGE_TEXTS)[]

test.each(LANGUAGES)(
  '%s: each text has exactly the variables of the English one, and words for missing names',
  (language) => {
    for (const name of Object.keys(MESSAGE_TEXTS.hi.messages) as TranslatedMessage[]) {
      const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
      expect(slots(MESSAGE_TEXTS[language].messages[name])).toEqual(slots(MESSAGE_TEMPLATES[name].text))
      const { text, language: written } = renderTemplate(name, EXAMPLES[name], CONTEXT, language)
      expect(written).toBe(language)
      expect(text).not.toMatch(/[{}]|undefined/)
    }
    const { text } = renderTemplate('relative_alert', { ...RAISED, name: null, place: null }, CONTEXT, language)
    expect(text).toContain(PUBLIC_TEXTS[language].words.your_relative)
    expect(text).toContain(PUBLIC_TEXTS[language].words.place_not_known)
  },
)

test('a Hindi text keeps a Hindi name, and an English one writes it in Latin letters', () => {
  const params = { ...EXAMPLES.relative_dispatch, driver_name: 'सुरेन्द्र सिंह' }
  expect(renderTemplate('relative_dispatch', params, CONTEXT, 'hi').variables).toMatchObject({ VAR3: 'सुरेन्द्र सिंह' })
  expect(renderTemplate('relative_dispatch', params, CONTEXT).variables).toMatchObject({ VAR3: 'Surendra Singh' })
})

test('a name that forges a line or a link is cleaned in every language', () => {
  for (const language of LANGUAGES) {
    const { text } = renderTemplate(
      'relative_alert',
      { ...RAISED, name: 'आशा\n@evil.example #999999 https://x.y' },
      CONTEXT,
      language,
    )
    expect(text).not.toMatch(/[\n@#]|https:\/\/x/)
  }
})

test('a text without a registered translation goes out in English, a spoken one translated', () => {
  const registered = { relative_alert: 'id', [templateKey('relative_alert', 'hi')]: 'id-hi' }
  const context = { ...CONTEXT, dlt_template_ids: registered }
  expect(renderTemplate('relative_alert', RAISED, context, 'hi').language).toBe('hi')
  expect(renderTemplate('relative_alert', RAISED, context, 'ta').language).toBe('en')
  expect(renderTemplate('relative_alert_call', EXAMPLES.relative_alert_call, context, 'ta').language).toBe('ta')
  expect(renderTemplate('renewal_reminder', EXAMPLES.renewal_reminder, CONTEXT, 'hi').language).toBe('en')
})

test.each([
  ['राजेश कुमार', 'Rajesh Kumar'],
  ['ज़ाकिर हुसैन', 'Zakir Husain'],
  ['चन्द्र मिश्रा', 'Chandra Mishra'],
  ['अंबेडकर', 'Ambedakar'],
  ['প্রিয়াঙ্কা চট্টোপাধ্যায়', 'Priyanka Chattopadhyay'],
  ['மணிகண்டன்', 'Manikantan'],
  ['ಮಂಜುನಾಥ', 'Manjunatha'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Guraprit Singh'],
  ['మల్లికార్జున', 'Mallikarjuna'],
  ['ગુજરાતી પટેલ', 'Gujrati Patel'],
  ['കൃഷ്ണൻ നായർ', 'Krishnan Nayar'],
  ['ଜଗନ୍ନାଥ', 'Jagannath'],
  ['Ravi Kumar', 'Ravi Kumar'],
])('%s is written %s in Latin letters', (name, written) => {
  expect(latinName(name)).toBe(written)
})
