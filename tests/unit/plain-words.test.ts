import { PUBLIC_TEXTS, RIDE_TEXTS } from '@tvarit/shared/texts/public-texts'
import { MESSAGE_TEMPLATES } from '@tvarit/shared/contracts/message-templates'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { expect, test } from 'vitest'

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
    RIDE_TEXTS.en.track,
    RIDE_TEXTS.en.driver,
    PUBLIC_TEXTS.en.scan,
  ].flatMap(sentences)
  expect(all.length).toBeGreaterThan(400)
  const odd =
    /\(s\)|\{count\} alert\b|\b1 (alerts|stickers|rows|devices|drills|coupons|minutes)\b|been alarmed|ended on its own|is dead|\blives\b|called by SMS/
  // The customer's own words, for every count.
  const given = TEXTS.bulk_created(1)
  expect(all.filter((text) => odd.test(text) && text !== given)).toEqual([])
})

test('the wish to be called is the bystander’s own word in every language', () => {
  const wishes = Object.entries(PUBLIC_TEXTS).map(([language, { first_aid }]) => [language, first_aid.call_me])
  expect(Object.fromEntries(wishes)).toEqual({
    en: 'Ask us to call you',
    hi: 'मुझे फ़ोन करें',
    bn: 'আমাকে ফোন করুন',
    te: 'నాకు ఫోన్ చేయండి',
    mr: 'मला फोन करा',
    ta: 'என்னை அழையுங்கள்',
    gu: 'મને ફોન કરો',
    kn: 'ನನಗೆ ಕರೆ ಮಾಡಿ',
    ml: 'എന്നെ വിളിക്കുക',
    pa: 'ਮੈਨੂੰ ਫ਼ੋਨ ਕਰੋ',
    or: 'ମୋତେ ଫୋନ କରନ୍ତୁ',
  })
})
