import { countGraphemes, graphemesOf } from '@tvarit/shared/contracts/graphemes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { freeText } from '@tvarit/shared/contracts/message-variables'
import { newPassword } from '@tvarit/shared/contracts/staff'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { parseAlertForm, parseDetailsForm } from '@tvarit/server/pages/form-input'
import { readReport } from '@tvarit/server/rest/read-report'
import { expect, test } from 'vitest'
import { lengthNote } from '../../web/src/lib/length-note.ts'
import { everyPage } from '../harness/bystander-pages.ts'
import { random } from '../harness/random.ts'

/** Each is one character for a person. */
const LETTERS = ['a', 'é', 'e\u0301', 'ज\u093c', 'श्री', 'क्ष', 'ਸ਼ਾ', 'கோ', '👨‍👩‍👧‍👦', '🇮🇳', '👍🏽']
const any = random(11)
const written = (count: number): string => Array.from({ length: count }, () => any.of(LETTERS)).join('')

test('letters with their signs, conjuncts, flags and families are one character each', () => {
  for (let n = 0; n < 300; n++) {
    const count = any.below(60)
    const text = written(count)
    expect([text, countGraphemes(text)]).toEqual([text, count])
    expect(graphemesOf(text).join('')).toBe(text)
  }
})

test('a field says how many characters are left near its end and how many are too many beyond it', () => {
  for (const most of [20, 50, 150, 200, 1000]) {
    const near = Math.max(3, most / 10)
    expect(lengthNote(written(most - near - 1), most)).toEqual({ left: null, over: null })
    for (const left of [near, 1, 0])
      expect(lengthNote(written(most - left), most)).toEqual({ left: TEXTS.characters_left(left), over: null })
    for (const over of [1, 7, 500])
      expect(lengthNote(written(most + over), most)).toEqual({ left: null, over: TEXTS.characters_over(over, most) })
  }
  // The server trims before it counts.
  expect(lengthNote(`  ${written(20)}\n`, 20)).toEqual({ left: '0 characters left', over: null })
  expect([TEXTS.characters_left(1), TEXTS.characters_over(1, 20)]).toEqual([
    '1 character left',
    '1 character too many. At most 20.',
  ])
})

test('a bystander may write 120 characters of any script, and longer text is cut between two', () => {
  const scan_id = crypto.randomUUID()
  const [fits, long] = [written(LIMITS.landmark), written(LIMITS.landmark + 9)]
  const cut = graphemesOf(long.normalize('NFC')).slice(0, LIMITS.landmark).join('')
  expect(readReport({ scan_id, landmark: fits })).toEqual({
    input: { scan_id, landmark: fits.normalize('NFC') },
    ignored: {},
  })
  expect(readReport({ scan_id, landmark: long })).toEqual({
    input: { scan_id, landmark: cut },
    ignored: { landmark: ['Cut to 120 characters.'] },
  })
  for (const parse of [parseAlertForm, parseDetailsForm]) {
    expect(parse({ landmark: fits }).input.landmark).toBe(fits.normalize('NFC'))
    expect(parse({ landmark: long }).input.landmark).toBe(cut)
  }
})

test('no field of the bystander’s pages lets the browser cut what is pasted', () => {
  expect(Object.entries(everyPage()).filter(([, page]) => /maxlength/i.test(page))).toEqual([])
})

test('a name in a message is cut between two characters, never within one', () => {
  const { write, max } = freeText('someone' as never)
  for (let n = 0; n < 200; n++) {
    const name = Array.from({ length: 30 }, () => any.of(['श्री', 'क्ष', 'ज\u093c', 'मा'])).join('')
    const sent = write!(name, 'hi')
    expect(sent.length).toBeLessThanOrEqual(max)
    expect(graphemesOf(name.normalize('NFC')).slice(0, countGraphemes(sent)).join('')).toBe(sent)
  }
})

test('a password has 8 to 20 characters as its owner counts them', () => {
  for (const [password, problem] of [
    ['श्रीक्षेत्र', TEXTS.password_short],
    ['श्री-क्षेत्रज्ञ-ज़मीन', null],
    [written(20), null],
    [written(21), TEXTS.password_long],
  ] as const) {
    expect([password, newPassword.safeParse(password).error?.issues[0]?.message ?? null]).toEqual([password, problem])
  }
})
