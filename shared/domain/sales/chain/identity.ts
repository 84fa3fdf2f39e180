import type { REVEALED_FIELDS } from '../../../contracts/chain.ts'
import { maskAadhaar, maskAccount, maskGstin, maskPan } from '../../../contracts/kyc.ts'
import { type Keyring, seal, unseal } from '../../../platform/secrets.ts'

export type IdentityField = (typeof REVEALED_FIELDS)[number]

const MASKS = {
  aadhar_number: maskAadhaar,
  pan_number: maskPan,
  gst_number: maskGstin,
  bank_account_number: maskAccount,
} as const satisfies Record<IdentityField, (value: string) => string>

/** A sealed number opens only as this column of this person: copied to another row it is worthless. */
export const identityContext = (user_id: number, field: IdentityField): string => `distributor:${user_id}:${field}`

/** The columns of `distributor_profiles` for the identity numbers of a member: sealed, and masked for display. */
export function sealIdentity(config: Keyring, user_id: number, numbers: Record<IdentityField, string>) {
  const sealed = (field: IdentityField) => seal(config, identityContext(user_id, field), numbers[field])
  const masked = (field: IdentityField) => MASKS[field](numbers[field])
  return {
    aadhar_number_sealed: sealed('aadhar_number'),
    aadhar_number_masked: masked('aadhar_number'),
    pan_number_sealed: sealed('pan_number'),
    pan_number_masked: masked('pan_number'),
    gst_number_sealed: sealed('gst_number'),
    gst_number_masked: masked('gst_number'),
    bank_account_number_sealed: sealed('bank_account_number'),
    bank_account_number_masked: masked('bank_account_number'),
  }
}

/** Opens one number. Throws when it was changed or belongs to another person or column. */
export const unsealIdentity = (config: Keyring, user_id: number, field: IdentityField, sealed: Buffer): string =>
  unseal(config, identityContext(user_id, field), sealed)
