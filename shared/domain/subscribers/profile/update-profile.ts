import { sql } from 'kysely'
import type { UserDetail } from '../../../contracts/accounts.ts'
import { LATER_HEALTH_FIELDS } from '../../../contracts/consents.ts'
import { HEALTH_FIELDS } from '../../../contracts/medical.ts'
import type { ProfileChanges } from '../../../contracts/subscribers.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type ScopedCtx, type VerbArgs } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { readUser } from '../../people/users/read-user.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { claimFiles, discardFiles, removeFiles } from '../../records/files/keep-file.ts'
import { storePhoto } from '../../records/files/store-photo.ts'

const EDITABLE = [
  'address',
  'state',
  'pin_code',
  'spouse_name',
  'spouse_mobile',
  'relative_name',
  'relative_mobile',
  'friend1_name',
  'friend1_mobile',
  'friend2_name',
  'friend2_mobile',
  'friend3_name',
  'friend3_mobile',
  'friend4_name',
  'friend4_mobile',
  ...HEALTH_FIELDS,
  'show_first_name',
] as const

/**
 * Changes a subscriber's profile: the caller's own, or with scope `all` any subscriber's; others do not exist
 * (NOT_FOUND). Only the fields that were sent are written, so two people who change different fields at the same moment
 * both succeed. The audit entry names the changed fields, never their values. A replaced photo is removed once the new
 * one is committed.
 */
export async function updateProfile({
  ctx,
  input,
}: VerbArgs<ProfileChanges & { id: number }, ScopedCtx>): Promise<UserDetail> {
  const { id, photo } = input
  if (ctx.scope !== 'all' && id !== ctx.actor.id) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  // Checked before a photo is kept; the transaction checks again.
  await currentProfile(ctx.db, id)
  const new_photo = photo ? await storePhoto(ctx, photo) : null
  let old_photo: string | null = null
  try {
    await inTransaction(ctx, async (ctx) => {
      const current = await currentProfile(ctx.db, id, true)
      const changed = EDITABLE.filter((field) => input[field] !== undefined && input[field] !== current[field])
      if (changed.length === 0 && !new_photo) return
      for (const field of changed) if (input[field]) rejectWithoutConsent(field, current)
      await ctx.db
        .updateTable('subscriber_profiles')
        .set({
          ...Object.fromEntries(changed.map((field) => [field, input[field]])),
          ...(new_photo ? { photo: new_photo } : {}),
          updated_at: sql`now()`,
        })
        .where('user_id', '=', id)
        .execute()
      await writeAudit(ctx, {
        action: 'profile.updated',
        subject: 'user',
        subject_id: id,
        detail: { fields: [...changed, ...(new_photo ? ['photo'] : [])] },
      })
      if (!new_photo) return
      await claimFiles(ctx.db, [new_photo])
      old_photo = current.photo
      if (old_photo) await ctx.db.insertInto('file_removals').values({ key: old_photo }).execute()
    })
  } catch (error) {
    await discardFiles(ctx, [new_photo], error)
    throw error
  }
  await removeFiles(ctx, [old_photo])
  return readUser({ ctx, input: { id } })
}

/** Health data is kept only of a kind that the accepted notice names. Throws INVALID_INPUT on the field. */
function rejectWithoutConsent(field: string, accepted: { consent_version: string; consent_withdrawn_at: Date | null }) {
  if (!HEALTH_FIELDS.some((name) => name === field)) return
  if (accepted.consent_withdrawn_at) throw fieldError(field, TEXTS.consent_first)
  const { fields, since } = LATER_HEALTH_FIELDS
  if (fields.includes(field) && accepted.consent_version < since) throw fieldError(field, TEXTS.consent_newer)
}

/** The profile of an active subscriber, on request locked until the transaction ends. Throws NOT_FOUND. */
async function currentProfile(db: Db, id: number, held = false) {
  const row = await db
    .selectFrom('subscriber_profiles as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .where('s.user_id', '=', id)
    .where('u.role', '=', 'user')
    .where('u.deleted_at', 'is', null)
    .$if(held, (query) => query.forUpdate('s'))
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  return row
}
