import { PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import { expect, test } from 'vitest'
import { arrivalText } from '../../server/pages/client/wording.ts'
import { formatMinutes } from '../../web/src/lib/dates.ts'

test('bystanders, relatives and hospital read minutes up to an hour, then hours and minutes', () => {
  const { eta, eta_hours } = PUBLIC_TEXTS.en.scan
  const words = [0.2, 1, 59, 59.6, 60, 84, 180].map((minutes) => arrivalText(minutes, eta, eta_hours))
  expect(words).toEqual(
    ['1 min', '1 min', '59 min', '1 h 0 min', '1 h 0 min', '1 h 24 min', '3 h 0 min'].map(
      (time) => `It should arrive in about ${time}.`,
    ),
  )
})

test.each(Object.entries(PUBLIC_TEXTS))(
  'hours are written in %s with both figures',
  (_, { scan: { eta, eta_hours } }) => {
    expect(arrivalText(84, eta, eta_hours)).toMatch(/\b1\b.*\b24\b/)
    expect(arrivalText(84, eta, eta_hours)).not.toMatch(/[{}]/)
  },
)

test('an operator reads hours as hours, and beyond three no figure', () => {
  expect([1, 59, 60, 84, 180, 181, 24_285].map(formatMinutes)).toEqual([
    '1 min',
    '59 min',
    '1 h 00 min',
    '1 h 24 min',
    '3 h 00 min',
    'over 3 h',
    'over 3 h',
  ])
})
