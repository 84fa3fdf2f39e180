import { sql } from 'kysely'
import {
  type AddHospital,
  type Hospital,
  HOSPITAL_COLUMNS,
  type ImportHospital,
  importHospitalInput,
} from '../../contracts/registry.ts'
import { foldText } from '../../contracts/same-text.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { declareRegistry } from './declare-registry.ts'
import { hospitalRows } from './hospital-rows.ts'

const YES = ['yes', 'y', 'true', '1']
const NO = ['no', 'n', 'false', '0']

/**
 * The hospitals. Active ones are the same when name (as it is compared) and phone number are: chains share names, branches
 * a number. A retired one does not come back.
 */
export const hospitalRegistry = declareRegistry<Hospital, Omit<AddHospital, 'request_id'>, ImportHospital>({
  subject: 'hospital',
  table: 'hospitals',
  types: {
    name: 'text',
    phone: 'text',
    email: 'text',
    address: 'text',
    latitude: 'float8',
    longitude: 'float8',
    emergency: 'boolean',
    language: 'text',
  },
  defaults: { emergency: true, language: 'en' },
  isSame: (stored, given) => sql`${stored}.retired_at is null and ${stored}.phone = ${given}.phone
    and fold_text(${stored}.name) = fold_text(${given}.name)`,
  added: ({ name }) => ({ name }),
  retired: ({ name }) => ({ name }),
  rows: hospitalRows,
  file: {
    columns: HOSPITAL_COLUMNS,
    cleared: 'email',
    schema: importHospitalInput,
    cell(column, text) {
      if (column === 'latitude' || column === 'longitude') return text === '' ? undefined : Number(text)
      if (column === 'language') return text.toLowerCase() || undefined
      if (column !== 'emergency') return text
      const answer = text.toLowerCase()
      if (answer === '') return undefined
      return YES.includes(answer) ? true : NO.includes(answer) ? false : text
    },
    keyOf: ({ name, phone }) => `${foldText(name)} ${phone}`,
    key_column: 'name',
  },
  texts: { not_found: TEXTS.hospital_not_found, taken: TEXTS.hospital_taken, retired: TEXTS.hospital_retired },
})
