import { isGsm7, segments, toGsm7 } from '@tvarit/shared/contracts/gsm7'
import { isSpoken, MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import { registeredText, renderTemplate } from '@tvarit/shared/contracts/render-template'
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
  const notified = NAMES.filter((name) => name.startsWith('relative_') || name === 'contact_check')
  expect(notified).toHaveLength(9)
  for (const name of notified) {
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
] as const)('%s rejects %j', (name, params) => {
  expect(() => renderTemplate(name, params, CONTEXT)).toThrow(`Message template ${name}`)
})

test('a rejection names the fields and not what was in them', () => {
  expect(() => renderTemplate('otp', { code: '98765x' }, CONTEXT)).toThrow(/^Message template otp: wrong code$/)
})

test.each([undefined, null, '', '🚑'])(
  'a place that is %j is said to be not known, also in messages of the version before',
  (place) => {
    const { text } = renderTemplate('relative_alert', { ...RAISED, place }, CONTEXT)
    expect(text).toContain('for Asha Rao, place not known, at 14:05.')
  },
)

test('a long name is cut, never rejected: an emergency message must go out', () => {
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

test('parts of a text are those its alphabet allows', () => {
  expect(renderTemplate('relative_alert', RAISED, CONTEXT).parts).toBe(1)
  const { text, parts } = renderTemplate('relative_alert', RAISED, CONTEXT, 'hi')
  expect(parts).toBe(Math.ceil(text.length / 67))
})

test('a voice reads a number digit by digit', () => {
  const { text } = renderTemplate('relative_alert_call', EXAMPLES.relative_alert_call, CONTEXT)
  expect(text).toContain('call 1 8 0 0 1 2 3 4 5 6 7.')
})
