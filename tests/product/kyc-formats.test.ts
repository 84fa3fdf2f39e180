import {
  birthProblem,
  gstinCheck,
  isAadhaar,
  maskAccount,
  maskGstin,
  maskPan,
  softProblem,
} from '@tvarit/shared/contracts/kyc'
import { expect, test } from 'vitest'
import { registerSubordinate, subordinateFields, writtenInChain } from '../harness/chain.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const strict = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1', STRICT_KYC: '1' } })
const admin = await createPerson(world, 'admin')
const strictAdmin = await createPerson(strict, 'admin')

const flagsOf = (body: Record<string, unknown>) => (body.distributor_profile as { kyc_flags: string[] }).kyc_flags

/** Years before today, as a day. */
const yearsAgo = (years: number, days = 0) => {
  const day = new Date(Date.now() + 5.5 * 3_600_000)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

test.each([
  { aadhar_number: '234123412346' },
  { aadhar_number: '999941057058' },
  { gst_number: '27AAPFU0939F1ZV' },
  { gst_number: '09AAACT2727Q1ZU', pan_number: 'AAACT2727Q' },
  { ifsc_code: 'HDFC0A12345' },
  { bank_account_number: '123456789' },
  { bank_account_number: '123456789012345678' },
  { pin_code: '900001' },
  { date_of_birth: yearsAgo(18) },
  { date_of_birth: yearsAgo(100) },
])('%j is fine: no finding, and accepted under STRICT_KYC', async (change) => {
  const answer = await registerSubordinate(world, admin, { ...subordinateFields(), ...change })
  expect([answer.status, flagsOf(answer.body)]).toEqual([201, []])
  expect((await registerSubordinate(strict, strictAdmin, { ...subordinateFields(), ...change })).status).toBe(201)
})

const AADHAAR = 'This does not look like an Aadhaar number. Check it again.'
const PAN = 'This does not look like a PAN (for example AAPFU0939F).'
const GSTIN = 'This does not look like a GSTIN. Check it again.'

test.each([
  [{ aadhar_number: '234123412347' }, 'aadhar_number', AADHAAR],
  [{ aadhar_number: '123412341234' }, 'aadhar_number', AADHAAR],
  [{ aadhar_number: '222222222222' }, 'aadhar_number', AADHAAR],
  // Its check sum is right, but it reads the same from both ends.
  [{ aadhar_number: '234144441432' }, 'aadhar_number', AADHAAR],
  [{ gst_number: '27AAPFU0939F1ZO' }, 'gst_number', GSTIN],
  [{ gst_number: '22AAAAA0000A1Z5' }, 'gst_number', GSTIN],
  [{ gst_number: '09AAACT2727Q1ZA', pan_number: 'AAACT2727Q' }, 'gst_number', GSTIN],
  [{ gst_number: '39AAPFU0939F1ZV' }, 'gst_number', GSTIN],
  [{ gst_number: '09AAACT2727Q1ZU' }, 'gst_number', 'The PAN inside this GSTIN is another one than above.'],
  [{ pan_number: 'AAPFU093F' }, 'pan_number', PAN],
  [{ pan_number: 'AAPXU0939F' }, 'pan_number', PAN],
  [{ ifsc_code: 'SBIN1000813' }, 'ifsc_code', 'An IFSC has four letters, a zero and six more characters.'],
  [{ bank_account_number: '12345678' }, 'bank_account_number', 'Account numbers have 9 to 18 digits.'],
  [{ bank_account_number: '1234567890123456789' }, 'bank_account_number', 'Account numbers have 9 to 18 digits.'],
  [{ pin_code: '012345' }, 'pin_code', 'PIN codes do not start with 0.'],
  [{ date_of_birth: yearsAgo(18, 1) }, 'date_of_birth', 'Members of the sales chain are 18 to 100 years old.'],
  [{ date_of_birth: yearsAgo(101) }, 'date_of_birth', 'Members of the sales chain are 18 to 100 years old.'],
])('%j is accepted with a finding, and rejected under STRICT_KYC', async (change, field, problem) => {
  const answer = await registerSubordinate(world, admin, { ...subordinateFields(), ...change })
  expect([answer.status, flagsOf(answer.body)]).toEqual([201, [`${field}:${problem}`]])
  const before = await writtenInChain(strict)
  const rejected = await registerSubordinate(strict, strictAdmin, { ...subordinateFields(), ...change })
  expect([rejected.status, rejected.body]).toEqual([400, { [field]: [problem] }])
  expect(await writtenInChain(strict)).toEqual(before)
})

test('a phone number no operator hands out is a finding', async () => {
  const phone_number = `5${newPhone().slice(1)}`
  const problem = 'Indian mobile numbers start with 6, 7, 8 or 9.'
  const answer = await registerSubordinate(world, admin, subordinateFields(phone_number))
  expect([answer.status, flagsOf(answer.body)]).toEqual([201, [`phone_number:${problem}`]])
  const rejected = await registerSubordinate(strict, strictAdmin, subordinateFields(phone_number))
  expect([rejected.status, rejected.body]).toEqual([400, { phone_number: [problem] }])
})

test('findings and a taken phone number are said together under STRICT_KYC', async () => {
  const { phone_number } = await createPerson(strict, 'user')
  const fields = { ...subordinateFields(phone_number), aadhar_number: '222222222222', pin_code: '012345' }
  expect((await registerSubordinate(strict, strictAdmin, fields)).body).toEqual({
    aadhar_number: [AADHAAR],
    pin_code: ['PIN codes do not start with 0.'],
    phone_number: ['This number is already registered.'],
  })
})

test('a date of birth in the future is rejected whatever the setting', async () => {
  for (const [where, who] of [
    [world, admin],
    [strict, strictAdmin],
  ] as const) {
    const answer = await registerSubordinate(where, who, { ...subordinateFields(), date_of_birth: yearsAgo(-1) })
    expect([answer.status, answer.body]).toEqual([400, { date_of_birth: ['The date of birth must be in the past.'] }])
  }
})

test('findings are sentences without the number they are about', async () => {
  const fields = { ...subordinateFields(), aadhar_number: '222222222222', pan_number: 'NOPAN', gst_number: 'NOGST' }
  const { body } = await registerSubordinate(world, admin, fields)
  expect(flagsOf(body)).toHaveLength(3)
  expect(JSON.stringify(body)).not.toMatch(/222222222222|NOPAN|NOGST/)
})

test('a PAN without a number and a GSTIN of a state that does not exist are found', () => {
  expect(softProblem('pan_number', 'AAPFU0000F')).toBe(PAN)
  for (const state of ['00', '39', '96']) {
    const gstin = `${state}AAPFU0939F1Z`
    expect(softProblem('gst_number', gstin + gstinCheck(gstin))).toBe(GSTIN)
  }
  for (const state of ['01', '38', '97']) {
    const gstin = `${state}AAPFU0939F1Z`
    expect(softProblem('gst_number', gstin + gstinCheck(gstin), 'AAPFU0939F')).toBeNull()
  }
})

test('every single wrong digit and every swap of neighbours in an Aadhaar number is found', () => {
  const good = '234123412346'
  for (let place = 0; place < good.length; place++) {
    for (const digit of '0123456789') {
      const typed = good.slice(0, place) + digit + good.slice(place + 1)
      expect([typed, isAadhaar(typed)]).toEqual([typed, typed === good])
    }
    const swapped = good.slice(0, place) + (good[place + 1] ?? '') + good[place] + good.slice(place + 2)
    expect([swapped, isAadhaar(swapped)]).toEqual([swapped, swapped === good])
  }
})

test('a birthday counts on the day itself', () => {
  expect(birthProblem('2000-06-15', '2018-06-14')).not.toBeNull()
  expect(birthProblem('2000-06-15', '2018-06-15')).toBeNull()
  expect(birthProblem('2000-06-15', '2101-06-14')).toBeNull()
  expect(birthProblem('2000-06-15', '2101-06-15')).not.toBeNull()
})

test('a number that has not the expected length is hidden whole', () => {
  for (const mask of [maskPan, maskAccount, maskGstin]) expect(mask('AB12')).toBe('XXXX')
  expect(maskPan('AAPPV1234K')).toBe('AAPPVXXXXK')
  expect(maskGstin('27AAPFU0939F1ZV')).not.toContain('0939')
})
