import { MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { expect, test } from 'vitest'
import { DRIVER_TEXTS, TRACK_TEXTS } from '../../server/pages/dispatch-texts.ts'
import { FIRST_AID } from '../../server/pages/first-aid/first-aid-texts.ts'
import { PAGE_TEXTS } from '../../server/pages/languages.ts'

/** Every sentence of a table, those with a number filled for one and for several. */
const sentences = (table: object): string[] =>
  Object.values(table).flatMap((text: unknown) =>
    typeof text === 'function'
      ? [1, 2].map((count) => (text as (...of: unknown[]) => string)(count, count))
      : typeof text === 'string'
        ? [text]
        : [],
  )

test('no text leaves its plural open, or says what only a machine would', () => {
  const all = [
    TEXTS,
    Object.fromEntries(Object.entries(MESSAGE_TEMPLATES).map(([name, { text }]) => [name, text])),
    TRACK_TEXTS.en,
    DRIVER_TEXTS.en,
    PAGE_TEXTS.en,
  ].flatMap(sentences)
  expect(all.length).toBeGreaterThan(400)
  const odd =
    /\(s\)|\{count\} alert\b|\b1 (alerts|stickers|rows|devices|drills)\b|been alarmed|ended by itself|is dead|\blives\b|called by SMS/
  expect(all.filter((text) => odd.test(text))).toEqual([])
})

test('the wish to be called is the bystander’s own word in every language', () => {
  expect(FIRST_AID.hi.call_me).toBe('मुझे फ़ोन करें')
  const wishes = Object.values(FIRST_AID).map(({ call_me }) => call_me)
  expect(new Set(wishes).size).toBe(11)
})
