import { sql, type SqlBool } from 'kysely'
import type { ChainMember, RegisterSubordinate } from '../../../contracts/chain.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { throwFieldErrors } from '../../../platform/domain-error.ts'
import { leakedField } from '../../people/users/leaked-field.ts'
import { firstPasswordEnd, hashPassword } from '../../people/users/password.ts'
import { afterFailedInsert, takenFields } from '../../people/users/taken-fields.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { claimFiles, discardFiles, keepFile, removeFiles } from '../../records/files/keep-file.ts'
import { readDocument } from '../../records/files/read-document.ts'
import { storePhoto } from '../../records/files/store-photo.ts'
import { createOnce, orCreated } from '../../records/create-once.ts'
import { checkIdentity } from './check-identity.ts'
import { sealIdentity } from './identity.ts'
import { findMember } from './find-member.ts'
import { holdParent, placeInChain } from './place-in-chain.ts'

const DOCUMENTS = ['aadhar_upload', 'pan_upload', 'gstin_upload'] as const

/**
 * Registers a new member of the chain below the caller, or, for an admin, where they say (`placeInChain`). Person,
 * profile with sealed identity numbers, and audit commit together; when anything is rejected or fails, neither rows nor
 * files stay. Domain errors are under the fields of the form; numbers that only look wrong become `kyc_flags`.
 */
export async function registerSubordinate({ ctx, input }: VerbArgs<RegisterSubordinate>): Promise<ChainMember> {
  const id = await orCreated(ctx, 'chain member', input, async () => {
    const place = placeInChain(ctx.actor, input)
    const { errors, flags } = checkIdentity(ctx.config, input)
    throwFieldErrors({ ...errors, ...leakedField(input.password), ...(await takenFields(ctx.db, input)) })
    // Checked before files are kept; what counts is `holdParent` in the transaction below.
    await inTransaction(ctx, ({ db }) => holdParent(db, ctx.actor, place))

    const { first_name, last_name, email, phone_number } = input
    const password_hash = await hashPassword(input.password)
    const files = await keepFiles(ctx, input)
    try {
      return await createOnce(ctx, 'chain member', input, async (ctx) => {
        await holdParent(ctx.db, ctx.actor, place)
        const { id } = await ctx.db
          .insertInto('users')
          .values({
            first_name,
            last_name,
            email,
            phone_number,
            password_hash,
            password_expires_at: firstPasswordEnd,
            ...place,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await ctx.db
          .insertInto('distributor_profiles')
          .values({
            user_id: id,
            firm_name: input.firm_name,
            address: input.address,
            district: input.district,
            state: input.state,
            pin_code: input.pin_code,
            date_of_birth: input.date_of_birth,
            bank_name: input.bank_name,
            bank_branch: input.bank_branch,
            ifsc_code: input.ifsc_code,
            kyc_flags: flags,
            ...sealIdentity(ctx.config, id, input),
            ...files,
          })
          .execute()
        await claimFiles(ctx.db, Object.values(files))
        await writeAudit(ctx, { action: 'chain.registered', subject: 'user', subject_id: id, detail: { ...place } })
        return id
      })
    } catch (error) {
      await discardFiles(ctx, Object.values(files), error)
      throw await afterFailedInsert(ctx.db, input, error)
    }
  })
  return (await findMember(ctx, id, sql<SqlBool>`true`))!
}

type Uploads = Pick<RegisterSubordinate, 'photo' | (typeof DOCUMENTS)[number]>

/** Checks all four files before the first is kept; returns their keys by column. */
async function keepFiles(ctx: Ctx, input: Uploads): Promise<Record<keyof Uploads, string>> {
  const contents = await Promise.all(DOCUMENTS.map((field) => readDocument(field, input[field])))
  const kept: string[] = []
  try {
    const photo = await storePhoto(ctx, input.photo)
    kept.push(photo)
    for (const content of contents) kept.push(await keepFile(ctx, 'documents', 'pdf', content))
    const [, aadhar_upload, pan_upload, gstin_upload] = kept as [string, string, string, string]
    return { photo, aadhar_upload, pan_upload, gstin_upload }
  } catch (error) {
    await removeFiles(ctx, kept)
    throw error
  }
}
