import fs from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '@tvarit/shared/contracts/languages'
import { MESSAGE_TEXTS, PUBLIC_TEXTS, RIDE_TEXTS } from '@tvarit/shared/texts/public-texts'
import { expect, test } from 'vitest'

/** Texts by their path: `first_aid.burns.steps.0`. */
const flat = (texts: object, path = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' ? flat(value!, `${path}${key}.`) : [[path + key, value as string]],
  )

const slots = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')
const english = flat(PUBLIC_TEXTS.en).filter(([path]) => !/^(driver|track|handover)\./.test(path))

test.each(LANGUAGES)('%s has each text of English, with its slots, and no other', (language) => {
  const { messages: _, ...texts } = { messages: {}, ...PUBLIC_TEXTS[language] }
  const found = new Map(flat(texts))
  const wanted = language in RIDE_TEXTS ? flat(RIDE_TEXTS.en) : english
  expect([...found.keys()].toSorted()).toEqual(wanted.map(([path]) => path).toSorted())
  expect(wanted.filter(([path, text]) => slots(found.get(path)!) !== slots(text))).toEqual([])
})

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s leaves no text empty or in English', (language) => {
  const found = new Map(flat({ ...PUBLIC_TEXTS[language], messages: {} }))
  expect([...found].filter(([, text]) => text.trim() === '')).toEqual([])
  expect(english.filter(([path, text]) => found.get(path) === text)).toEqual([])
  expect(Object.keys(MESSAGE_TEXTS[language].messages)).toEqual(Object.keys(MESSAGE_TEXTS.hi.messages))
})

const FEATURES = path.join(import.meta.dirname, '../../web/src/features')
const slotsIn = (...files: string[]) =>
  slots(files.map((file) => fs.readFileSync(`${FEATURES}/${file}`, 'utf8')).join())

test('landing and legal pages have the same slots in both languages', () => {
  expect(slotsIn('landing/texts/hi.json')).toBe(slotsIn('landing/texts/en.json'))
  expect(slotsIn('legal/texts/hi.json')).toBe(slotsIn('legal/texts/en.json', 'legal/texts/accepted-terms-en.json'))
})
