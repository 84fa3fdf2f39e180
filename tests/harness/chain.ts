import fs from 'node:fs'
import path from 'node:path'
import { gstinCheck } from '@tvarit/shared/contracts/kyc'
import type { ChainRole, REVEALED_FIELDS } from '@tvarit/shared/contracts/chain'
import { sealIdentity } from '@tvarit/shared/domain/sales/chain/identity'
import sharp from 'sharp'
import { type Answer, call } from './api.ts'
import { createPerson, newPhone, type Person } from './people.ts'
import type { World } from './world.ts'

/** A small file that is a PDF by its content. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  'latin1',
)

export const IDENTITY = {
  aadhar_number: '234123412346',
  pan_number: 'AAPFU0939F',
  gst_number: '27AAPFU0939F1ZV',
  bank_account_number: '123456789012',
}

/** The eighteen text fields, all of them fine. */
export function subordinateFields(phone_number = newPhone()) {
  return {
    first_name: 'Nandini',
    last_name: 'Hegde',
    email: `chain.${phone_number}@test.example`,
    phone_number,
    password: 'lantern-81',
    firm_name: 'Hegde Auto Accessories',
    date_of_birth: '1983-11-02',
    address: '41, JC Road',
    pin_code: '560027',
    district: 'Bengaluru Urban',
    state: 'Karnataka',
    bank_name: 'State Bank of India',
    bank_branch: 'JC Road',
    ifsc_code: 'SBIN0000813',
    ...IDENTITY,
  }
}

export type SubordinateFields = ReturnType<typeof subordinateFields> & { role?: string; parent_id?: string }

const blob = (content: Uint8Array | string, type: string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type })

/** A small photo. */
export const photo = async (): Promise<Blob> =>
  blob(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer(),
    'image/jpeg',
  )

export const pdf = (content: Uint8Array | string = PDF): Blob => blob(content, 'application/pdf')

export type Files = Partial<Record<'photo' | 'aadhar_upload' | 'pan_upload' | 'gstin_upload', Blob | null>>

/** The multipart body; a file given as null is left out. */
export async function subordinateForm(fields: Record<string, string>, files: Files = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const all: Files = { photo: await photo(), aadhar_upload: pdf(), pan_upload: pdf(), gstin_upload: pdf(), ...files }
  for (const [name, file] of Object.entries(all)) {
    if (file) form.append(name, file, name === 'photo' ? 'me.jpg' : `${name}.pdf`)
  }
  return form
}

/** Sends the form over REST. */
export async function registerSubordinate(
  world: World,
  by: Pick<Person, 'access'> | null,
  fields: Record<string, string> = subordinateFields(),
  files: Files = {},
): Promise<Answer> {
  return call(world.url, '/api/users/register/subordinate/', {
    body: await subordinateForm(fields, files),
    ...(by ? { access: by.access } : {}),
  })
}

export interface TrpcAnswer {
  status: number
  data: Record<string, unknown> | undefined
  /** The rejection in the shape REST has. */
  rejection: unknown
}

/** Calls a procedure as the browser does: FormData as it is, anything else as JSON. */
export async function callTrpc(world: World, name: string, input: unknown, access?: string): Promise<TrpcAnswer> {
  const { status, body } = await call(world.url, `/trpc/${name}`, { body: input ?? {}, ...(access ? { access } : {}) })
  const { result, error } = body as { result?: { data: Record<string, unknown> }; error?: { data: { body: unknown } } }
  return { status, data: result?.data, rejection: error?.data.body }
}

/** Everything a registration in the chain writes, and the files that are kept. */
export async function writtenInChain(world: World): Promise<Record<string, number>> {
  const result = await world.pool.query<Record<string, number>>(`select
    (select count(*) from users) as users,
    (select count(*) from distributor_profiles) as profiles,
    (select count(*) from audit_log where action = 'chain.registered') as audits`)
  return { ...result.rows[0]!, files: filesKept(world).length }
}

/** The keys of all files in the storage. */
export function filesKept(world: Pick<World, 'config'>): string[] {
  const folder = path.join(world.config.DATA_DIR, 'files')
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

export interface ChainPerson extends Person {
  firm_name: string
  numbers: Record<(typeof REVEALED_FIELDS)[number], string>
}

let members = 0

/** A member of the chain with an open session and sealed numbers of their own. */
export async function createChainMember(world: World, role: ChainRole, parent_id?: number): Promise<ChainPerson> {
  members++
  const person = await createPerson(world, role, `Member${members}`, parent_id)
  const digits = String(members).padStart(4, '0')
  const pan_number = `AAPPR${digits}K`
  const gstin = `29${pan_number}1Z`
  const numbers = {
    aadhar_number: `23412341${digits}`,
    pan_number,
    gst_number: `${gstin}${gstinCheck(gstin)}`,
    bank_account_number: `50100${digits}777`,
  }
  const firm_name = `Firm ${members}`
  await world.db
    .insertInto('distributor_profiles')
    .values({
      user_id: person.id,
      firm_name,
      address: '3, Avenue Road',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      pin_code: '560002',
      date_of_birth: '1974-03-18',
      bank_name: 'State Bank of India',
      bank_branch: 'Main',
      ifsc_code: 'SBIN0000813',
      kyc_flags: ['aadhar_number:This does not look like an Aadhaar number. Check it again.'],
      ...sealIdentity(world.config, person.id, numbers),
    })
    .execute()
  return { ...person, firm_name, numbers }
}

/** A super distributor with a distributor and a retailer below. */
export async function createChain(world: World) {
  const top = await createChainMember(world, 'super_distributor')
  const middle = await createChainMember(world, 'distributor', top.id)
  const bottom = await createChainMember(world, 'retailer', middle.id)
  return { super_distributor: top, distributor: middle, retailer: bottom }
}

/** The audit entries about a person, oldest first. */
export const auditOf = (world: World, subject_id: number, action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('subject_id', '=', subject_id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()
