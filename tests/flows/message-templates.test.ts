import { isGsm7, segments, toGsm7 } from '@tvarit/shared/contracts/gsm7'
import { isSpoken, MESSAGE_TEMPLATES, templateKey } from '@tvarit/shared/contracts/message-templates'
import { registeredText, renderTemplate } from '@tvarit/shared/contracts/render-template'
import { MESSAGE_TEXTS, TRANSLATED } from '@tvarit/shared/contracts/message-texts/message-texts'
import { latinName } from '@tvarit/shared/contracts/latin-name'
import type { Language } from '@tvarit/shared/contracts/scan'
import { expect, test } from 'vitest'
import { CONTEXT, EXAMPLES, NAMES, RAISED } from '../harness/sms.ts'

const HEALTH = ['blood_group', 'conditions', 'medicines', 'allergies', 'health', 'injury', 'description']

test('no text to relatives has room for health', () => {
  // Written out on purpose: a new variable in a text to relatives must pass this line.
  const allowed = [
    'name',
    'place',
    'time',
    'url',
    'call_back',
    'vehicle',
    'provider',
    'driver_name',
    'driver_phone',
    'eta_minutes',
    'hospital',
    'hospital_phone',
  ]
  const told = NAMES.filter((name) => name.startsWith('relative_') || name === 'contact_check')
  expect(told).toHaveLength(9)
  for (const name of told) {
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(MESSAGE_TEMPLATES[name].variables)))
    for (const field of HEALTH) {
      const params = { ...EXAMPLES[name], [field]: 'diabetes' }
      expect(() => renderTemplate(name, params, CONTEXT), `${name} ${field}`).toThrow(field)
    }
  }
})

test('the texts are the registered ones', () => {
  expect(registeredText('otp', CONTEXT)).toBe(
    '#numeric# is your Tvarit code. Valid 5 minutes. Do not share it.\n@tvarit.example ##numeric#',
  )
  expect(registeredText('relative_alert', CONTEXT)).toBe(
    'EMERGENCY: Tvarit received an alert for #alphanumeric#, #alphanumeric#, at #time#. Track: #url# Call: #cbn#',
  )
  expect(registeredText('relative_dispatch', CONTEXT)).toBe(
    'Ambulance #alphanumeric# has been asked to come for #alphanumeric#. Driver #alphanumeric#, #cbn#. About #numeric# min. #url#',
  )
  expect(registeredText('relative_dispatch_no_eta', CONTEXT)).toBe(
    'Ambulance #alphanumeric# has been asked to come for #alphanumeric#. Driver #alphanumeric#, #cbn#. #url#',
  )
  expect(registeredText('relative_dispatch_outside', CONTEXT)).toBe(
    'An ambulance of #alphanumeric# was called for #alphanumeric#. Follow: #url# Questions: #cbn#',
  )
  expect(registeredText('relative_hospital', CONTEXT)).toBe(
    '#alphanumeric# will be taken to #alphanumeric#. Hospital phone #cbn#.',
  )
  expect(registeredText('relative_all_clear', CONTEXT)).toBe(
    'The alert for #alphanumeric# at #time# was closed: no ambulance needed. Questions: #cbn#',
  )
})

test.each(NAMES)('%s: the text is the registered one with the variables in their order, in GSM-7', (name) => {
  const { text, variables } = renderTemplate(name, EXAMPLES[name], CONTEXT)
  let position = 0
  const rebuilt = registeredText(name, CONTEXT).replace(/#(numeric|alphanumeric|time|url|cbn)#/g, () => {
    position += 1
    return variables[`VAR${position}`]!
  })
  expect(rebuilt).toBe(text)
  expect(Object.keys(variables)).toHaveLength(position)
  expect(isGsm7(text)).toBe(true)
  if (!isSpoken(name)) expect(segments(text)).toBe(1)
  expect(MESSAGE_TEMPLATES[name].dlt_template_id).toBe(`DLT_TEMPLATE_IDS.${name}`)
})

test('the last line of a code is what a browser reads: @host #code', () => {
  const { text } = renderTemplate('otp', { code: '012345' }, CONTEXT)
  expect(text.split('\n').at(-1)).toBe('@tvarit.example #012345')
})

test.each([
  ['otp', { code: '12345' }],
  ['otp', { code: 'abcdef' }],
  ['otp', { code: 123456 }],
  ['otp', {}],
  ['relative_alert', { ...RAISED, url: 'javascript:alert(1)' }],
  ['relative_alert', { ...RAISED, url: 'https://tvarit.example/t/a b' }],
  ['relative_alert', { ...RAISED, url: `https://tvarit.example/${'a'.repeat(100)}` }],
  ['relative_alert', { ...RAISED, call_back: 'call me' }],
  ['relative_alert', { ...RAISED, time: '2:05 pm' }],
  ['relative_alert', { ...RAISED, name: undefined }],
  ['relative_dispatch', { ...EXAMPLES.relative_dispatch, eta_minutes: 1.5 }],
  ['renewal_reminder', { ...EXAMPLES.renewal_reminder, end_date: 'soon' }],
  ['relative_alert', null],
] as const)('%s refuses %j', (name, params) => {
  expect(() => renderTemplate(name, params, CONTEXT)).toThrow(`Message template ${name}`)
})

test('a refusal names the fields and not what was in them', () => {
  expect(() => renderTemplate('otp', { code: '98765x' }, CONTEXT)).toThrow(/^Message template otp: wrong code$/)
})

test.each([undefined, null, '', '🚑'])(
  'a place that is %j is said to be not known, also in messages of the version before',
  (place) => {
    const { text } = renderTemplate('relative_alert', { ...RAISED, place }, CONTEXT)
    expect(text).toContain('for Asha Rao, place not known, at 14:05.')
  },
)

test('a long name is cut, never refused: an emergency message must go out', () => {
  const { variables } = renderTemplate(
    'relative_alert',
    { ...RAISED, name: 'Venkatanarasimharajuvaripeta Subrahmanyam' },
    CONTEXT,
  )
  expect(variables.VAR1).toBe('Venkatanarasimharajuvaripeta S')
  expect(variables.VAR1).toHaveLength(30)
})

test.each([
  ['आशा राव', 'Asha Rav'],
  ['Asha राव', 'Asha Rav'],
  ['أحمد', 'your relative'],
  ['', 'your relative'],
  [null, 'your relative'],
  ['🚑', 'your relative'],
  ['José Müller-Łuka', 'Jose Muller Luka'],
  ["Dr. D’Souza  'Ravi' 🚑", 'Dr DSouza Ravi'],
  ['Asha\n@evil.example #999999', 'Asha evil example 999999'],
  ['see https://evil.example/x', 'see https evil example x'],
])('the name %j is written as %j', (name, written) => {
  const { text, variables } = renderTemplate('relative_alert', { ...RAISED, name }, CONTEXT)
  expect(variables.VAR1).toBe(written)
  expect(text).toContain(`an alert for ${written}, 3 km NE of Whitefield, at`)
  expect(text).not.toContain('\n')
})

test('GSM-7: look-alikes are replaced, its own letters stay, what cannot be written falls back', () => {
  expect(toGsm7('“Fine” – it’s ₹5…')).toBe('"Fine" - it\'s Rs5...')
  expect(toGsm7('Ñandú é à Å')).toBe('Ñandu é à Å')
  expect(toGsm7('सहायता', 'Help')).toBe('Help')
  expect(isGsm7('ñ€[]')).toBe(true)
  expect(isGsm7('ú')).toBe(false)
})

test('segments are counted as operators charge them', () => {
  expect(segments('a'.repeat(160))).toBe(1)
  expect(segments('a'.repeat(161))).toBe(2)
  expect(segments('a'.repeat(306))).toBe(2)
  expect(segments('a'.repeat(307))).toBe(3)
  expect(segments('€'.repeat(80))).toBe(1)
  expect(segments('€'.repeat(81))).toBe(2)
  // 153 is odd: 76 escaped symbols fit in a segment, the 77th is not split.
  expect(segments('€'.repeat(153))).toBe(3)
  expect(segments('अ'.repeat(70))).toBe(1)
  expect(segments('अ'.repeat(71))).toBe(2)
})

const LANGUAGES = Object.keys(MESSAGE_TEXTS) as Exclude<Language, 'en'>[]

test.each(LANGUAGES)(
  '%s: each text has exactly the variables of the English one, and words for missing names',
  (language) => {
    for (const name of TRANSLATED) {
      const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
      expect(slots(MESSAGE_TEXTS[language][name])).toEqual(slots(MESSAGE_TEMPLATES[name].text))
      const { text, language: written } = renderTemplate(name, EXAMPLES[name], CONTEXT, language)
      expect(written).toBe(language)
      expect(text).not.toMatch(/[{}]|undefined/)
    }
    const { text } = renderTemplate('relative_alert', { ...RAISED, name: null, place: null }, CONTEXT, language)
    expect(text).toContain(MESSAGE_TEXTS[language].words.your_relative)
    expect(text).toContain(MESSAGE_TEXTS[language].words.place_not_known)
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

test('a text that is not registered in a language goes out in English, a spoken one in the language', () => {
  const registered = { relative_alert: 'id', [templateKey('relative_alert', 'hi')]: 'id-hi' }
  const context = { ...CONTEXT, dlt_template_ids: registered }
  expect(renderTemplate('relative_alert', RAISED, context, 'hi').language).toBe('hi')
  expect(renderTemplate('relative_alert', RAISED, context, 'ta').language).toBe('en')
  expect(renderTemplate('relative_alert_call', EXAMPLES.relative_alert_call, context, 'ta').language).toBe('ta')
  expect(renderTemplate('renewal_reminder', EXAMPLES.renewal_reminder, CONTEXT, 'hi').language).toBe('en')
})

test('parts of a text are those its alphabet allows', () => {
  expect(renderTemplate('relative_alert', RAISED, CONTEXT).parts).toBe(1)
  const { text, parts } = renderTemplate('relative_alert', RAISED, CONTEXT, 'hi')
  expect(parts).toBe(Math.ceil(text.length / 67))
})

test('a voice reads a number digit by digit', () => {
  const { text } = renderTemplate('relative_alert_call', EXAMPLES.relative_alert_call, CONTEXT)
  expect(text).toContain('call 1 8 0 0 1 2 3 4 5 6 7.')
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
