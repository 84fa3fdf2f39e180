import { UNITS_EACH } from '@tvarit/shared/contracts/graphemes'
import { composed } from '@tvarit/shared/contracts/same-text'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { capsOf, sendTexts } from '../harness/free-text-fields.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { createSubscriber } from '../harness/people.ts'
import { random } from '../harness/random.ts'
import { registryImports, PLACES } from '../harness/registry-imports.ts'
import { createRestCalls } from '../harness/rest-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const document = await readOpenApiDocument(world.url)
const calls = await createRestCalls(world)
const any = random(10)

/** Text of these is a code or a secret, which has rules of its own beside its length. */
const CODES =
  /^(login|password|confirm_password|current_password|proof|vehicle_number|ifsc_code|pan_number|gst_number|aadhar_number|bank_account_number)$/
/** Each is one character for a person. No text of them has the form in which it is stored. */
const LETTERS = ['e\u0301', 'ज\u093c', '\u095b', 'श्री', '👩🏽‍🚒', '\u1e9b\u0323', 'क्ष', 'ਸ\u0a3c', '\u212b']
const written = (count: number): string => Array.from({ length: count }, () => any.of(LETTERS)).join('')

const withTexts = document.operations
  .map((operation) => ({ operation, caps: [...capsOf(operation)].filter(([field]) => !CODES.test(field)) }))
  .filter(({ caps }) => caps.length > 0)
const textsOf = (caps: [string, number][], write: (cap: number) => string) =>
  Object.fromEntries(caps.map(([field, cap]) => [field, write(cap)]))

/** What is kept in another form than NFC, by table and column; and how many rows have the text in that form. */
async function storedForms(): Promise<{ others: string[]; composed: number }> {
  const { rows } = await world.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') and is_generated = 'NEVER'`,
  )
  const others: string[] = []
  let stored = 0
  for (const { table, column } of rows) {
    const found = await world.pool.query<{ others: number; composed: number }>(
      `select count(*) filter (where "${column}"::text is not nfc normalized) as others,
         count(*) filter (where "${column}"::text ~ '[éÅ]|ज़') as composed from "${table}"`,
    )
    if (found.rows[0]!.others > 0) others.push(`${table}.${column}`)
    stored += found.rows[0]!.composed
  }
  return { others, composed: stored }
}

test('each text of the API holds as many characters as its cap says, as a person counts them', async () => {
  const wrong: unknown[] = []
  for (const { operation, caps } of withTexts) {
    const answer = await sendTexts(calls, operation, textsOf(caps, written))
    if (answer.status >= 300) wrong.push([operation.what, answer])
  }
  expect(withTexts.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('text over the cap, or with too many combining marks, is an error under its field', async () => {
  const wrong: unknown[] = []
  for (const { operation, caps } of withTexts.filter(({ operation }) => !operation.path.startsWith('/api/scan/'))) {
    for (const write of [
      (cap: number) => written(cap + 1),
      (cap: number) => `a${'\u0301'.repeat(cap * (UNITS_EACH + 1))}`,
    ]) {
      const { status, body } = await sendTexts(calls, operation, textsOf(caps, write))
      for (const [field, cap] of caps) {
        const said = (body[field] as string[] | undefined)?.[0]
        if (status !== 400 || !said?.includes(String(cap))) wrong.push([operation.what, field, status, said])
      }
    }
  }
  expect(wrong).toEqual([])
})

test('whatever form a text comes in, by JSON, form or CSV, it is stored in the composed one', async () => {
  const { sticker } = await createSubscriber(world)
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${world.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const pressed = await form(`/s/${sticker.token}`, { landmark: written(30) })
  const status_page = new URL(pressed.headers.get('location')!, world.url).pathname
  await form(`${status_page}/details`, { landmark: written(40) })
  await call(world.url, `${status_page}/details`, { body: { landmark: written(50) } })
  const { send } = registryImports(world, calls.admin)
  const cells = `${written(20)},8012345678,,${written(30)},12.9,77.5,yes`
  expect((await send('hospitals', `${PLACES}\n${cells}`)).status).toBe(200)
  const { others, composed } = await storedForms()
  expect(others).toEqual([])
  expect(composed).toBeGreaterThan(50)
})

test('what is nested deeper than any input is left as it is, so that it costs nothing', () => {
  const deep = `${'['.repeat(30_000)}"e\u0301"${']'.repeat(30_000)}`
  expect(() => composed(JSON.parse(deep))).not.toThrow()
  expect(composed({ list: ['e\u0301', { deeper: 'e\u0301' }], number: 1, none: null })).toEqual({
    list: ['é', { deeper: 'é' }],
    number: 1,
    none: null,
  })
})
