import { registerSubscriberFields } from '@tvarit/shared/contracts/accounts'
import { registerSubordinateFields } from '@tvarit/shared/contracts/chain'
import { asciiDigits } from '@tvarit/shared/contracts/compact'
import { normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import { updateProfileFields } from '@tvarit/shared/contracts/subscribers'
import { peopleTerm } from '@tvarit/shared/domain/records/lists/search-term'
import { readPlace } from '@tvarit/shared/domain/places/read-place'
import { declaredProcedures } from '@tvarit/server/trpc/declared-procedures'
import { appRouter } from '@tvarit/server/routers/app-router'
import { tenDigits } from '@tvarit/server/pages/client/place'
import { readReport } from '@tvarit/server/rest/read-report'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { typedPhone } from '../../web/src/lib/typed-phone.ts'
import { random, type Random } from '../harness/random.ts'

const TRIES = 300
const SCRIPTS = ['0', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '٠', '۰', '０', '᱐', '꯰']
const PREFIXES = ['', '+91', '91', '091', '0091', '0', 'tel:+91', '+91(0)', '＋91']
const MARKS = [' ', '-', '‑', '–', '−', '.', '(', ')', ' ', ' ', '​', '‪', '⁠', '﻿', '­']

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 6 + random.below(4) : random.below(10))).join('')

/** As someone might write or paste it: a prefix, a script of one's own, marks anywhere. */
function written(random: Random, number: string, prefix = random.of(PREFIXES)): string {
  const zero = random.of(SCRIPTS).codePointAt(0)!
  const own = (prefix + number).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  if (prefix.startsWith('tel:')) return own
  return [...own].flatMap((letter) => (random.chance(0.3) ? [letter, random.of(MARKS)] : [letter])).join('')
}

/** Every field of every procedure and form whose name says that it is one of `names`, with its schema. */
function fieldsNamed(names: RegExp): { field: string; schema: z.ZodType }[] {
  const procedures = [...declaredProcedures(appRouter)].map(([name, { inputs }]) => [name, inputs[0]] as const)
  const forms = Object.entries({ registerSubscriberFields, registerSubordinateFields, updateProfileFields })
  return [...procedures, ...forms].flatMap(([name, input]) => {
    if (!(input instanceof z.ZodObject)) return []
    return Object.entries(input.shape as Record<string, z.ZodType>)
      .filter(([field]) => names.test(field))
      .map(([field, schema]) => ({ field: `${name}.${field}`, schema }))
  })
}

test('every script of Unicode that has digits writes them as 0 to 9', () => {
  for (let code = 0x80; code < 0x10000; code++) {
    const letter = String.fromCharCode(code)
    if (/\p{Nd}/u.test(letter))
      expect([code.toString(16), asciiDigits(letter)]).toEqual([code.toString(16), expect.stringMatching(/^\d$/)])
  }
  for (const zero of SCRIPTS)
    for (let n = 0; n < 10; n++) expect(asciiDigits(String.fromCodePoint(zero.codePointAt(0)! + n))).toBe(String(n))
})

test('a number typed key by key ends as itself, whatever prefix is typed in front', () => {
  const any = random(1)
  for (let n = 0; n < TRIES; n++) {
    const number = digits(any, 10)
    const keys = any.of(['', '+91', '91', '091', '0091', '0']) + number
    expect([keys, [...keys].reduce((field, key) => typedPhone(field + key), '')]).toEqual([keys, number])
  }
})

test('a pasted number is itself in the field, in the bystander form and in the search', () => {
  const any = random(2)
  for (let n = 0; n < TRIES; n++) {
    const number = digits(any, 10)
    const text = written(any, number)
    const found = peopleTerm(text).words.map(({ pattern }) => pattern)
    expect([text, typedPhone(text), tenDigits(text), found]).toEqual([text, number, number, [`%${number}%`]])
  }
})

test('every phone field of the API takes every spelling of a number and rejects what is none', () => {
  const fields = fieldsNamed(/phone|mobile/)
  expect(fields.length).toBeGreaterThan(15)
  const any = random(3)
  for (const { field, schema } of fields) {
    for (let n = 0; n < TRIES / 10; n++) {
      const number = digits(any, 10)
      const text = written(any, number)
      expect([field, text, schema.safeParse(text).data]).toEqual([field, text, number])
      for (const wrong of [number.slice(1), `${number}1`, `44${number}`, `+44${number}`, `${number}x`])
        expect([field, wrong, schema.safeParse(wrong).success]).toEqual([field, wrong, false])
    }
  }
})

test.each([
  ['PIN codes', /^pin_code$/, 6],
  ['one-time codes', /^otp$/, 6],
  ['Aadhaar numbers', /^aadhar_number$/, 12],
])('%s are accepted in the digits of every script, in groups', (_what, names, length) => {
  const fields = fieldsNamed(names)
  expect(fields.length).toBeGreaterThan(0)
  const any = random(4)
  for (const { field, schema } of fields) {
    for (let n = 0; n < 30; n++) {
      const number = digits(any, length)
      const text = written(any, number, '')
      expect([field, text, schema.safeParse(text).data]).toEqual([field, text, number])
      expect(schema.safeParse(number + number).success).toBe(false)
    }
  }
})

test('coordinates in the digits of any script are the place they say', () => {
  for (const zero of SCRIPTS) {
    const own = '12.9719, 77.6412'.replaceAll(/\d/g, (digit) =>
      String.fromCodePoint(zero.codePointAt(0)! + Number(digit)),
    )
    expect([own, readPlace(own)]).toMatchObject([own, { kind: 'coordinates', latitude: 12.9719, longitude: 77.6412 }])
  }
  const scan_id = crypto.randomUUID()
  expect(readReport({ scan_id, latitude: '१२.९७', longitude: '७७.६४' }).input).toMatchObject({
    latitude: 12.97,
    longitude: 77.64,
  })
})

test('a number that is too long is rejected by what is wrong with it, never cut to another one', () => {
  expect(normalisePhone('98765432101')).toBe('98765432101')
  expect(tenDigits('98765432101')).toBeNull()
  expect(typedPhone('98765432101')).toBe('98765432101')
})
