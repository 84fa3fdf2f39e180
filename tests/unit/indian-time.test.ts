import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { formatDateTime } from '../../web/src/lib/dates.ts'
import { root, sourceFiles } from '../../scripts/source-files.ts'

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['2026-11-21T18:29:59.999Z', '2026-11-21', '21 Nov 2026, 23:59:59'],
  ['2026-11-21T18:30:00Z', '2026-11-22', '22 Nov 2026, 00:00:00'],
  ['2026-12-31T18:30:00Z', '2027-01-01', '01 Jan 2027, 00:00:00'],
  ['2028-02-29T00:00:00+05:30', '2028-02-29', '29 Feb 2028, 00:00:00'],
])('%s is the day %s in India, whatever the engine makes of a locale', (moment, day, text) => {
  // As ICU 72 did to en-CA, and others may do to any.
  vi.spyOn(Intl.DateTimeFormat.prototype as unknown as { format: unknown }, 'format', 'get').mockReturnValue(
    () => '11/22/2026',
  )
  vi.spyOn(Date.prototype, 'toLocaleString').mockReturnValue('11/22/2026')
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockReturnValue('11/22/2026')
  expect(indianDay(moment)).toBe(day)
  expect(formatDateTime(moment)).toBe(text)
  expect(indianDate(day)).toBe(text.slice(0, 11))
})

test('no date that is reckoned or compared with comes from the format of a locale', () => {
  const files = sourceFiles(/^(shared|server|worker|web)\/.*\.(tsx?|js)$/)
  const found = files.filter((file) =>
    /Intl\.DateTimeFormat\('|toLocale(Date|Time)String|new Date\([^)]*\)\.toLocaleString/.test(
      fs.readFileSync(path.join(root, file), 'utf8'),
    ),
  )
  expect(found).toEqual([])
})
