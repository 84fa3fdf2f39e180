import { readDay, readTime } from '@tvarit/shared/contracts/typed-day'
import { expect, test } from 'vitest'

test.each([
  ['31/12/26', '2026-12-31'],
  ['31 Dec 2026', '2026-12-31'],
  ['31st December, 2026', '2026-12-31'],
  ['Dec 31, 2026', '2026-12-31'],
  ['31-Dec-26', '2026-12-31'],
  ['2026-12-31', '2026-12-31'],
  ['2026/1/5', '2026-01-05'],
  ['31122026', '2026-12-31'],
  ['1.2.2026', '2026-02-01'],
  ['३१/१२/२०२६', '2026-12-31'],
  ['12/03/85', '1985-03-12'],
  ['31/02/2026', null],
  ['12/31/2026', null],
  ['30 Foo 2026', null],
  ['tomorrow', null],
])('the day typed as "%s" is read as %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['9.30 pm', '21:30'],
  ['12 am', '00:00'],
  ['२३:१५', '23:15'],
  ['25:00', null],
  ['13 pm', null],
  ['9', null],
])('the time typed as "%s" is read as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})
