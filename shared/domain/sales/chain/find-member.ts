import type { RawBuilder, SqlBool } from 'kysely'
import { CHAIN_ROLES, type ChainMember } from '../../../contracts/chain.ts'
import type { SignedInCtx } from '../../../platform/context.ts'

/** Seconds for which the links of photo and documents work. */
const LINK_SECONDS = 300

/**
 * A member of the chain, active or removed, that meets `condition` (on `users as u`), with masked numbers and signed
 * links. Null when there is none, or after an erasure. The caller has checked that the reader may see it and writes the
 * audit entry.
 */
export async function findMember(
  ctx: SignedInCtx,
  id: number,
  condition: RawBuilder<SqlBool>,
): Promise<ChainMember | null> {
  const row = await ctx.db
    .selectFrom('users as u')
    .innerJoin('distributor_profiles as d', 'd.user_id', 'u.id')
    .leftJoin('users as p', 'p.id', 'u.parent_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.phone_number', 'u.role'])
    .select([
      'p.id as parent_id',
      'p.first_name as parent_first',
      'p.last_name as parent_last',
      'p.role as parent_role',
    ])
    .select(['d.photo', 'd.firm_name', 'd.address', 'd.district', 'd.state', 'd.pin_code', 'd.date_of_birth'])
    .select(['d.alternate_mobile_number', 'd.aadhar_number_masked', 'd.pan_number_masked', 'd.gst_number_masked'])
    .select(['d.bank_name', 'd.bank_branch', 'd.bank_account_number_masked', 'd.ifsc_code'])
    .select(['d.aadhar_upload', 'd.pan_upload', 'd.gstin_upload', 'd.kyc_flags'])
    .where('u.id', '=', id)
    .where('u.role', 'in', CHAIN_ROLES)
    .where(condition)
    .executeTakeFirst()
  if (!row) return null
  const link = (key: string | null) => key && ctx.storage.signedPath(key, LINK_SECONDS)
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    name: fullName(row.first_name, row.last_name),
    email: row.email,
    phone_number: row.phone_number,
    role: row.role,
    firm_name: row.firm_name,
    parent: row.parent_id
      ? { id: row.parent_id, name: fullName(row.parent_first ?? '', row.parent_last ?? ''), role: row.parent_role! }
      : null,
    distributor_profile: {
      photo: link(row.photo),
      firm_name: row.firm_name,
      address: row.address,
      district: row.district,
      state: row.state,
      pin_code: row.pin_code,
      date_of_birth: row.date_of_birth,
      alternate_mobile_number: row.alternate_mobile_number,
      aadhar_number: row.aadhar_number_masked,
      pan_number: row.pan_number_masked,
      gst_number: row.gst_number_masked,
      bank_name: row.bank_name,
      bank_branch: row.bank_branch,
      bank_account_number: row.bank_account_number_masked,
      ifsc_code: row.ifsc_code,
      aadhar_upload: link(row.aadhar_upload),
      pan_upload: link(row.pan_upload),
      gstin_upload: link(row.gstin_upload),
      kyc_flags: ctx.actor.role === 'admin' ? row.kyc_flags : [],
    },
  }
}

const fullName = (first: string, last: string): string => `${first} ${last}`.trim()
